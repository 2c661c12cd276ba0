/** What the data of a page may say of its room, before what its route says. */
export interface PageLook {
  /** Name of a layout. */
  layout?: string
  /** The light that the page keeps. */
  colorMode?: unknown
}

interface PageMatch {
  handle?: unknown
  loaderData?: unknown
}

/** The room that a page asks for: by its data as `look`, else by its route's handle. */
export function lookOf({ handle, loaderData }: PageMatch = {}): PageLook {
  const { look } = (loaderData ?? {}) as { look?: PageLook }
  return { ...(handle as PageLook | undefined), ...look }
}
