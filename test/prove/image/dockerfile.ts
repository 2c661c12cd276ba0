import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Instruction {
  term: string
  rest: string
}

export interface Stage {
  name: string | undefined
  instructions: Instruction[]
}

export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  const lines = text.replaceAll(/\\\n\s*/g, ' ').split('\n')
  for (const line of lines.map((it) => it.trim()).filter((it) => it !== '' && !it.startsWith('#'))) {
    const [, term = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    if (term === 'FROM') stages.push({ name: /\sAS\s+(\w+)$/i.exec(rest)?.[1], instructions: [] })
    else stages.at(-1)?.instructions.push({ term, rest })
  }
  return stages
}

export interface Copy {
  from: string | undefined
  sources: string[]
  target: string
}

export function readCopy(rest: string): Copy {
  const texts = rest.split(/\s+/)
  const from = texts[0]?.startsWith('--from=') ? texts.shift()?.slice('--from='.length) : undefined
  const flag = texts.find((term) => term.startsWith('--'))
  if (flag) throw new Error(`This proof does not know ${flag} of COPY.`)
  return { from, sources: texts.slice(0, -1), target: texts.at(-1) ?? '' }
}

export function readEnvironment({ instructions }: Stage, dataDir: string): Record<string, string> {
  const pairs = instructions
    .filter(({ term }) => term === 'ENV')
    .flatMap(({ rest }) => [...rest.matchAll(/(\w+)=(?:"([^"]*)"|(\S*))/g)])
    .map(([, name = '', quoted, bare = '']) => [name, quoted ?? bare] as const)
  const own = new Map(pairs).get('DATA_DIR')
  const isOfData = (value: string): boolean => own !== undefined && (value === own || value.startsWith(`${own}/`))
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, isOfData(value) ? dataDir + value.slice(own?.length) : value]),
  )
}

export function environmentOfImage(dataDir: string): Record<string, string> {
  const stage = readDockerfile(readFileSync(join(import.meta.dirname, '../../../Dockerfile'), 'utf8')).at(-1)
  return stage ? readEnvironment(stage, dataDir) : {}
}

export function readCommand({ instructions }: Stage, term: 'CMD' | 'HEALTHCHECK'): string[] {
  const { rest = '' } = instructions.findLast((it) => it.term === term) ?? {}
  return JSON.parse(rest.slice(rest.indexOf('['))) as string[]
}

export function createSent(ignoreFile: string): (path: string) => boolean {
  const rules = ignoreFile.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const odd = rules.find((rule) => rule !== '*' && !/^!?[\w./-]+$/.test(rule))
  if (odd) throw new Error(`This proof does not know the rule ${odd} of .dockerignore.`)
  return (path) => {
    let isSent = true
    for (const rule of rules) {
      const name = rule.replace(/^!/, '')
      if (name === '*' || path === name || path.startsWith(`${name}/`)) isSent = rule.startsWith('!')
    }
    return isSent
  }
}
