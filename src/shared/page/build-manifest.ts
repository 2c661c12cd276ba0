/** URL path at which a server names the build that it runs. */
export const LATEST_BUILD_PATH = '/_app/builds/latest.json'

/** Path of a build's manifest. */
export function buildManifestPath(id: string): string {
  return `/_app/builds/meta/${id}.json`
}

/** The id changes with every file that browsers are sent. */
export interface Build {
  id: string
}

/** What one build is made of, for a browser that fetches the next page's files before they are asked for. */
export interface BuildManifest extends Build {
  /** By a file of the sources, below the app: what it needs beside what every page has. Paths from the root. */
  parts: Record<string, string[]>
  /** Of each of those files, in base64: what Subresource Integrity takes after `sha384-`. */
  sha384: Record<string, string>
}
