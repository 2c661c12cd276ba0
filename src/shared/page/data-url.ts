/** A browser that navigates asks for the data of a page at the page's URL with this parameter. */
const DATA = '_data'

export function isDataUrl(url: string): boolean {
  return url.endsWith(`?${DATA}`) || url.endsWith(`&${DATA}`)
}

/** `/en/shop?page=2` -> `/en/shop?page=2&_data` */
export function toDataUrl(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${DATA}`
}

export function withoutData(url: string): string {
  return isDataUrl(url) ? url.slice(0, -DATA.length - 1) : url
}
