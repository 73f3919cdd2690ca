// The ways a picture comes to the page: picked, dropped, pasted, shared.

import { $, toast } from "./dom.js";
import { troubleLine } from "./trouble.js";

// Tell `take` each picture that arrives.
export function listen(take) {
  const input = $("#file");
  const choose = () => input.click();
  $("#choose").addEventListener("click", choose);
  $("#another").addEventListener("click", choose);
  input.addEventListener("change", () => {
    if (input.files.length) take(input.files[0]);
    input.value = "";
  });
  document.addEventListener("paste", (event) => takeFirst(event.clipboardData?.files, event, take));
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("over");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("over");
  });
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("over");
    event.preventDefault();
    takeFirst(event.dataTransfer?.files, event, take);
  });
}

// The picture that was shared with the page; null where there is none.
export async function sharedPicture() {
  const inPage = $("#shared");
  if (inPage.value) {
    const bytes = Uint8Array.from(atob(inPage.value), (sign) => sign.charCodeAt(0));
    inPage.value = "";
    history.replaceState(null, "", "/");
    return new File([bytes], "shared");
  }
  if (!new URLSearchParams(location.search).has("shared") || !("caches" in window)) return null;
  history.replaceState(null, "", "/");
  const cache = await caches.open("shared");
  const kept = await cache.match("/shared-picture");
  if (!kept) return null;
  await cache.delete("/shared-picture");
  const name = decodeURIComponent(kept.headers.get("X-Name") ?? "shared");
  return new File([await kept.blob()], name);
}

function takeFirst(files, event, take) {
  const picture = [...(files ?? [])].find((file) => file.type.startsWith("image/") || !file.type);
  if (picture) {
    event.preventDefault();
    take(picture);
  } else if (files?.length) toast(troubleLine({ kind: "unreadable-file" }));
}
