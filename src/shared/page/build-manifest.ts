export const LATEST_BUILD_PATH = '/_app/builds/latest.json'

export function buildManifestPath(id: string): string {
  return `/_app/builds/meta/${id}.json`
}

/** Changes whenever a file that is sent to browsers changes. */
export interface Build {
  id: string
}

export interface BuildManifest extends Build {
  /** By source file below the app: URL paths that it needs besides those of every page. */
  parts: Record<string, string[]>
  /** In base64, without the prefix `sha384-`. */
  sha384: Record<string, string>
}
