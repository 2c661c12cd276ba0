import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A follower's request to the reader: re-read products, or load the prices of a region. */
export type RefreshRequest = { refresh: 'all' | string[] } | { region: string }

/** A queue between the processes that share a data folder: one file per request. */
export interface RequestQueue {
  post(request: RefreshRequest): Promise<void>
  /** Removes the requests. The oldest is first. */
  collect(): Promise<RefreshRequest[]>
}

export function createRequestQueue(folder: string): RequestQueue {
  return {
    async post(request) {
      await mkdir(folder, { recursive: true })
      const name = join(folder, `${String(Date.now()).padStart(15, '0')}-${randomUUID()}`)
      await writeFile(`${name}.tmp`, JSON.stringify(request))
      await rename(`${name}.tmp`, `${name}.json`)
    },
    async collect() {
      const names = await readdir(folder).catch(() => [])
      const requests: RefreshRequest[] = []
      for (const name of names.filter((candidate) => candidate.endsWith('.json')).toSorted()) {
        const path = join(folder, name)
        const request = await readFile(path, 'utf8').then(parseRequest, () => undefined)
        await rm(path, { force: true })
        if (request) requests.push(request)
      }
      return requests
    },
  }
}

function parseRequest(text: string): RefreshRequest | undefined {
  try {
    return JSON.parse(text) as RefreshRequest
  } catch {
    return undefined
  }
}
