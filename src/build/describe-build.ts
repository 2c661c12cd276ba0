import { createHash } from 'node:crypto'
import { relative } from 'node:path'

import type { Plugin, Rolldown } from 'vite'

import { buildManifestPath, type Build, type BuildManifest } from '../shared/page/build-manifest.ts'

/** What every page begins with, and what that brings once the page is painted. */
const BEGINNING = /\/wake-page\.tsx$/

/** What a page may ask for when it takes another one's place. */
const ASKED_BY_PAGES = /\/pages\/|\/routing\/|\.po$/

/** Says which build this is, and which files each page and each catalogue of words needs. */
export function describeBuild(): Plugin {
  return {
    name: 'describe-build',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const manifest = toManifest(bundle, this.environment.config.root)
        const emit = (fileName: string, content: object) =>
          this.emitFile({ type: 'asset', fileName, source: JSON.stringify(content) })
        emit(buildManifestPath(manifest.id).slice(1), manifest)
        // For the server, which says it to browsers: beside it a newer build may be laid while it still runs.
        emit('.vite/build.json', { id: manifest.id } satisfies Build)
      },
    },
  }
}

function toManifest(bundle: Rolldown.OutputBundle, root: string): BuildManifest {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const everywhere = new Set(
    chunks
      .filter(({ isEntry, facadeModuleId }) => isEntry || BEGINNING.test(facadeModuleId ?? ''))
      .flatMap((entry) => filesOf(entry, bundle)),
  )
  const parts = chunks
    .filter(({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && ASKED_BY_PAGES.test(facadeModuleId ?? ''))
    .map((chunk): [string, string[]] => [
      relative(root, chunk.facadeModuleId ?? ''),
      filesOf(chunk, bundle)
        .filter((file) => !everywhere.has(file))
        .map((file) => `/${file}`),
    ])
  return { id: idOf(bundle), parts: Object.fromEntries(parts.toSorted(([a], [b]) => (a < b ? -1 : 1))) }
}

/** The names of files hold hashes of what is in them: equal sources make equal builds. */
function idOf(bundle: Rolldown.OutputBundle): string {
  const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
  return createHash('sha256').update(names.toSorted().join('\n')).digest('hex').slice(0, 12)
}

/** A chunk's file and those that it imports at once, the first first. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, found = new Set<string>()): string[] {
  found.add(chunk.fileName)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk' && !found.has(name)) filesOf(imported, bundle, found)
  }
  return [...found]
}
