import type { Plugin } from 'vite'

/** A page module exports `loader` and `meta`, which only the server runs. In browsers the loader is empty. */
export function withoutLoaders(): Plugin {
  return {
    name: 'without-loaders',
    // After types and JSX are gone. What only the removed code imports is then removed too.
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/src\/app\/pages\/[\w-]+\.tsx$/ },
      handler(code) {
        let rest = code
        for (const node of this.parse(code).body) {
          const declared = node.type === 'ExportNamedDeclaration' && node.declaration
          if (!declared) continue
          if (declared.type === 'FunctionDeclaration' && declared.id?.name === 'loader' && declared.body)
            rest = blank(rest, declared.body.start + 1, declared.body.end - 1)
          const [variable] = declared.type === 'VariableDeclaration' ? declared.declarations : []
          if (variable?.id.type === 'Identifier' && variable.id.name === 'meta')
            rest = blank(rest, node.start, node.end)
        }
        return { code: rest, map: null }
      },
    },
  }
}

/** Keeps every position, and with it the source map. */
function blank(code: string, from: number, to: number): string {
  return code.slice(0, from) + code.slice(from, to).replaceAll(/[^\n]/g, ' ') + code.slice(to)
}
