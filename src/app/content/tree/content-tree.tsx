import { useLingui } from '@lingui/react/macro'
import { createElement, type ComponentType, type ReactNode } from 'react'

import { isElement, type ContentElement, type ContentNode } from '#content/document.ts'
import { imageSrcSet, imageUrl } from '#shared/images/image-url.ts'

import { toImage } from '../to-image.ts'
import { textOf } from './read-nodes.ts'
import { useLink } from './use-link.ts'

interface TagProps {
  node: ContentElement
  children: ReactNode
}

/** Tags that are rendered without attributes. */
const PLAIN = ['p', 'strong', 'em', 'del', 'ul', 'blockquote', 'thead', 'tbody', 'tr', 'sup', 'sub', 'code'] as const

/** The allowed tags. For an unknown tag, only its children are rendered. */
const TAGS: Record<string, ComponentType<TagProps>> = {
  ...Object.fromEntries(PLAIN.map((tag) => [tag, plain(tag)])),
  h1: heading('h2'),
  h2: heading('h2'),
  h3: heading('h3'),
  h4: heading('h4'),
  h5: heading('h5'),
  h6: heading('h6'),
  a: Link,
  ol: ({ node, children }) => <ol start={numberOf(node.props['start'])}>{children}</ol>,
  li: Item,
  br: () => <br />,
  hr: () => <hr />,
  img: ({ node }) => <TextImage image={node.props} />,
  pre: ({ children }) => (
    <Scrolling>
      <pre>{children}</pre>
    </Scrolling>
  ),
  table: ({ children }) => (
    <Scrolling>
      <table>{children}</table>
    </Scrolling>
  ),
  th: cell('th'),
  td: cell('td'),
  input: ({ node }) => (
    <input type="checkbox" checked={node.props['checked'] === true} disabled readOnly className="mr-2" />
  ),
}

/** `h1` becomes `h2`, because the page itself renders the `h1`. */
export function ContentTree({ nodes }: { nodes: readonly ContentNode[] }) {
  return nodes.map((node, index) => <Node key={index} node={node} />)
}

function Node({ node }: { node: ContentNode }) {
  if (!isElement(node)) return node.value
  const children = node.children.length > 0 ? <ContentTree nodes={node.children} /> : null
  const Tag = Object.hasOwn(TAGS, node.tag) ? TAGS[node.tag] : undefined
  return Tag ? <Tag node={node}>{children}</Tag> : children
}

function plain(tag: (typeof PLAIN)[number]) {
  return function Plain({ children }: TagProps) {
    return createElement(tag, null, children)
  }
}

function heading(tag: 'h2' | 'h3' | 'h4' | 'h5' | 'h6') {
  return function Heading({ node, children }: TagProps) {
    const { id } = node.props
    return createElement(tag, typeof id === 'string' ? { id } : null, children)
  }
}

function cell(tag: 'th' | 'td') {
  return function Cell({ node, children }: TagProps) {
    const { align } = node.props
    const aligned = align === 'right' || align === 'center' ? ALIGNED[align] : ''
    // Short cells, such as sizes and amounts, do not wrap.
    const wrapping = textOf(node.children).length <= SHORT_CELL ? 'whitespace-nowrap' : ''
    return createElement(
      tag,
      { className: `${aligned} ${wrapping}`, ...(tag === 'th' ? { scope: 'col' } : {}) },
      children,
    )
  }
}

const SHORT_CELL = 12
const ALIGNED = { right: 'text-right!', center: 'text-center!' }

function Link({ node, children }: TagProps) {
  const link = useLink()
  return <a {...link(node.props['href'])}>{children}</a>
}

/** In a task list, the checkbox replaces the bullet. */
function Item({ node, children }: TagProps) {
  const isTask = node.children.some((child) => isElement(child) && child.tag === 'input')
  return isTask ? <li className="list-none before:hidden">{children}</li> : <li>{children}</li>
}

function numberOf(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isInteger(number) && number !== 1 && value !== undefined ? number : undefined
}

/** For content that may be wider than a phone. It scrolls by keyboard, too. */
function Scrolling({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- nothing inside takes the focus that scrolling needs
    <div role="group" aria-label={t`Scrolls sideways`} tabIndex={0} className="wide-in-prose overflow-x-auto">
      {children}
    </div>
  )
}

const SIZES = '(min-width: 48rem) 42rem, 87vw'
const FALLBACK_WIDTH = 768

function TextImage({ image }: { image: Record<string, unknown> }) {
  const shown = toImage(image)
  if (!shown) return null
  const { url, width, height, alt } = shown
  return (
    <span className="block overflow-hidden bg-frame">
      <img
        className="h-auto w-full"
        src={imageUrl(url, FALLBACK_WIDTH)}
        srcSet={imageSrcSet(url, width)}
        sizes={SIZES}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
        decoding="async"
      />
    </span>
  )
}
