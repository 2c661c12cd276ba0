/** The id of the build that the server runs. */
export const LATEST_BUILD_PATH = '/_app/builds/latest.json'

export function buildManifestPath(id: string): string {
  return `/_app/builds/meta/${id}.json`
}

/** The id changes whenever a file that is sent to browsers changes. */
export interface Build {
  id: string
}

/** With it a browser fetches the next page's files in advance. */
export interface BuildManifest extends Build {
  /** By source file below the app: URL paths of the files that it needs besides those of every page. */
  parts: Record<string, string[]>
  /** In base64, of each script in `parts`, without the prefix `sha384-` of Subresource Integrity. */
  sha384: Record<string, string>
}
