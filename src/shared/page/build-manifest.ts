/** URL path at which a server reports the id of the build that it runs. */
export const LATEST_BUILD_PATH = '/_app/builds/latest.json'

/** Path of a build's manifest. */
export function buildManifestPath(id: string): string {
  return `/_app/builds/meta/${id}.json`
}

/** Identifies a build. The id changes whenever a file that is sent to browsers changes. */
export interface Build {
  id: string
}

/** The files of one build. A browser uses this list to fetch the next page's files in advance. */
export interface BuildManifest extends Build {
  /**
   * URL paths of the files that a source file needs besides those of every page, by the path of the source file below
   * the app.
   */
  parts: Record<string, string[]>
  /** SHA-384 in base64 of each script in `parts`, without the prefix `sha384-` of Subresource Integrity. */
  sha384: Record<string, string>
}
