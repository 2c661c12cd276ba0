/**
 * The address by which a request finds its route. One that no router can decode (`/en/%E0%A4%A`) leads to a page that
 * is not there, in the visitor's language, instead of to the framework's own refusal.
 * @returns the address itself, or with every per cent sign escaped
 */
export function decodableUrl(url: string): string {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}
