"""Files in; upright pictures out, with their places, colours, components, light and pose."""

from vision.imaging.arrays import Doubles, Floats, quantile
from vision.imaging.colours import (
    colour_distances,
    ground_colours,
    ink_colours,
    rim_colours,
    usual_colour,
)
from vision.imaging.components import Blob, Blobs, find_blobs, find_pieces, measure_pieces
from vision.imaging.formats import SUFFIXES, formats_of, opened_suffixes
from vision.imaging.geometry import Box, Grid, Place
from vision.imaging.light import even_light
from vision.imaging.noise import denoised, measure_noise
from vision.imaging.pose import Pose, level_pose, map_points, stretched_pose
from vision.imaging.screen import (
    LONGEST,
    MOST_BYTES,
    MOST_PIXELS,
    Screen,
    decode_screen,
    load_screen,
    read_picture,
)

__all__ = [
    "LONGEST",
    "MOST_BYTES",
    "MOST_PIXELS",
    "SUFFIXES",
    "Blob",
    "Blobs",
    "Box",
    "Doubles",
    "Floats",
    "Grid",
    "Place",
    "Pose",
    "Screen",
    "colour_distances",
    "decode_screen",
    "denoised",
    "even_light",
    "find_blobs",
    "find_pieces",
    "formats_of",
    "ground_colours",
    "ink_colours",
    "level_pose",
    "load_screen",
    "map_points",
    "measure_noise",
    "measure_pieces",
    "opened_suffixes",
    "quantile",
    "read_picture",
    "rim_colours",
    "stretched_pose",
    "usual_colour",
]
