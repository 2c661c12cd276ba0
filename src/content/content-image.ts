/** One crop of a photograph of ours, with what a page needs before its first byte. */
export interface Crop {
  /** Name of the file among our media. */
  url: string
  width: number
  height: number
  /** A `data:` URI of a few pixels. */
  placeholder: string | null
}

/**
 * What parsing makes of an image that an author names: of `picture` in front matter and of the attribute of a part.
 * An `img` of the words carries the same as its props `src`, `width`, `height` and `placeholder`.
 */
export interface ContentImage extends Crop {
  /** The upright crop `…-tall.webp` where there is one, for a phone held upright. */
  tall?: Crop
}
