// What leaves the page: texts to the clipboard, the drawn picture as a file or to another app.

import { drawnPicture } from "./api.js";
import { toast } from "./dom.js";
import { t } from "./texts.js";
import { troubleText } from "./trouble.js";

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // not over plain HTTP
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  toast(t("copied"));
}

export async function save(ask) {
  const drawn = await told(ask);
  if (!drawn) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(drawn);
  link.download = drawn.name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export async function share(ask) {
  const drawn = await told(ask);
  if (drawn) await navigator.share({ files: [drawn] }).catch(() => {}); // who thinks better of it
}

// The picture as the server draws it.
export async function drawnFile(file, wishes) {
  const name = `${(file.name || "picture").replace(/\.\w+$/, "")}.solved.png`;
  return new File([await drawnPicture(file, wishes)], name, { type: "image/png" });
}

// What was asked for; null where it cannot be had, which is told.
async function told(ask) {
  try {
    return await ask();
  } catch (trouble) {
    toast(troubleText(trouble)[0]);
    return null;
  }
}
