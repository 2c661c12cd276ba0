interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

const TOKEN = /<\?[^>]*\?>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy
const ENTITY = /&(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);/gi
const TEXTS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }

/**
 * Parses XML as strictly as consumers that reject a whole feed for one wrong character. @throws if it is not
 * well-formed
 */
export function readXml(xml: string): XmlElement {
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  let end = 0
  for (const match of xml.matchAll(TOKEN)) {
    end = match.index + match[0].length
    const [, closing, name, attributes = '', alone, text] = match
    const inside = open.at(-1) ?? top
    if (text !== undefined) inside.text += plain(text)
    else if (closing) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes <${inside.name}>`)
    } else if (name !== undefined) {
      const element: XmlElement = { name, attributes: readAttributes(attributes), children: [], text: '' }
      inside.children.push(element)
      if (!alone) open.push(element)
    }
  }
  if (end !== xml.length) throw new Error(`This is no XML: ${xml.slice(end, end + 80)}`)
  const [root] = top.children
  if (open.length > 1 || !root || top.children.length > 1) throw new Error('The document has no single root that ends')
  return root
}

/** For each child element with a name: the text of its children by their names; the last of each. */
export function recordsIn(element: XmlElement, name: string): Record<string, string>[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [Object.fromEntries(child.children.map(({ name: key, text }) => [key, text]))] : []),
    ...recordsIn(child, name),
  ])
}

function readAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, plain(value)]),
  )
}

function plain(text: string): string {
  if (text.replaceAll(ENTITY, '').includes('&')) throw new Error(`A bare & stands in “${text.slice(0, 80)}”`)
  return text.replaceAll(ENTITY, (entity) => TEXTS[entity] ?? entity)
}
