"""Files in; upright pictures out, with their places, colours, components, light and pose."""

from vision.imaging.arrays import FEW, Doubles, Floats, quantile, sample
from vision.imaging.colours import (
    OTHER_COLOUR,
    SAME_COLOUR,
    colour_distances,
    colour_groups,
    ground_colours,
    ink_colours,
    rim_colours,
    usual_colour,
)
from vision.imaging.components import Blob, Blobs, find_blobs, find_pieces, measure_pieces
from vision.imaging.geometry import Box, Grid, Place, Pose, level_pose, map_points, stretched_pose
from vision.imaging.photo import denoised, even_light, measure_noise
from vision.imaging.screen import (
    LONGEST,
    MOST_BYTES,
    MOST_PIXELS,
    SUFFIXES,
    Screen,
    decode_screen,
    formats_of,
    load_screen,
    opened_suffixes,
    read_picture,
)

__all__ = [
    "FEW",
    "LONGEST",
    "MOST_BYTES",
    "MOST_PIXELS",
    "OTHER_COLOUR",
    "SAME_COLOUR",
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
    "colour_groups",
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
    "sample",
    "stretched_pose",
    "usual_colour",
]
