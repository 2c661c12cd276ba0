import type { FastifyInstance } from 'fastify'

import type { Locale } from '#shared/i18n/locale.ts'

interface Node {
  type: string
  tag?: string
  value?: string
  children?: Node[]
}

export function writtenPages({ content }: FastifyInstance, locale: Locale) {
  const found = content.requests().query({
    where: [{ _type: 'markdown', _partial: false, _locale: locale }, { redirect: { $exists: false } }],
  }) as { _path: string; title: string; description: string; body: Node }[]
  return found.map(({ _path: path, title, description, body }) => ({
    path,
    title,
    description,
    words: leadingText(body),
  }))
}

function leadingText(body: Node): string {
  const paragraph = find(body, 'p')
  return textOf(paragraph).split(/\s+/).slice(0, 5).join(' ')
}

function find(node: Node, tag: string): Node | undefined {
  if (node.tag === tag) return node
  for (const child of node.children ?? []) {
    const found = find(child, tag)
    if (found) return found
  }
  return undefined
}

function textOf(node: Node | undefined): string {
  return node?.value ?? (node?.children ?? []).map(textOf).join('')
}
