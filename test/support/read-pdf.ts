import { inflateSync } from 'node:zlib'

/**
 * Reads the texts of a PDF that pdfkit has written with embedded fonts.
 * @returns for each page, its lines in the order in which they were written
 */
export function readPdf(pdf: Buffer): string[][] {
  const source = pdf.toString('latin1')
  const objects = new Map(
    Array.from(source.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g), ([, id = '', body = '']) => [id, body]),
  )
  const fonts = new Map(
    Array.from(objects.values()).flatMap((body) =>
      Array.from(body.matchAll(/\/(F\d+) (\d+) 0 R/g), ([, name = '', id = '']) => {
        const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? []
        return [name, readCharacters(streamOf(objects.get(map)))] as const
      }),
    ),
  )
  const pages = Array.from(objects.values()).filter((body) => /\/Type \/Page\n/.test(body))
  return pages.map((page) => {
    const [, content = ''] = /\/Contents (\d+) 0 R/.exec(page) ?? []
    return Array.from(streamOf(objects.get(content)).matchAll(/BT\n([\s\S]*?)\nET/g), ([, text = '']) => {
      const [, font = ''] = /\/(F\d+) [\d.]+ Tf/.exec(text) ?? []
      const codes = Array.from(text.matchAll(/<([\dA-Fa-f]+)>/g), ([, hex = '']) => hex.match(/.{4}/g) ?? []).flat()
      return codes
        .map((code) => fonts.get(font)?.get(Number.parseInt(code, 16)) ?? '\uFFFD')
        .join('')
        .trim()
    })
  })
}

function streamOf(body = ''): string {
  const start = body.indexOf('stream\n')
  if (start < 0) return ''
  const bytes = Buffer.from(body.slice(start + 7, body.lastIndexOf('\nendstream')), 'latin1')
  return (/\/FlateDecode/.test(body.slice(0, start)) ? inflateSync(bytes) : bytes).toString('latin1')
}

function readCharacters(map: string): Map<number, string> {
  const characters = new Map<number, string>()
  for (const [, first = '', , list = ''] of map.matchAll(/<([\dA-Fa-f]+)> <([\dA-Fa-f]+)> \[([^\]]*)\]/g))
    for (const [index, [, hex = '']] of Array.from(list.matchAll(/<([\dA-Fa-f ]*)>/g)).entries())
      characters.set(
        Number.parseInt(first, 16) + index,
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      )
  return characters
}
