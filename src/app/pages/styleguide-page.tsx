import { useCallback, useState, type ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { contrastOf, parseRgb, toHex } from '#shared/shop/measure-color.ts'

import { StockLine } from '../product/buy/stock-line.tsx'
import { ProductCard } from '../product/card/product-card.tsx'
import { MetalDot } from '../product/metal-dot.tsx'
import { Price } from '../product/price.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { publicDataContext } from '../routing/shop-data.ts'
import * as colorModeIcons from '../shell/color-mode/color-mode-icons.tsx'
import { Accordion } from '../ui/accordion.tsx'
import { AccountIcon } from '../ui/account-icon.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Checkbox, Radio } from '../ui/check-field.tsx'
import { CopiedLink } from '../ui/copied-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SelectField, TextAreaField, TextField } from '../ui/field.tsx'
import * as icons from '../ui/icons.tsx'
import { ResponsiveImage } from '../ui/image.tsx'
import { Notice } from '../ui/notice.tsx'
import { Drawer } from '../ui/overlays/drawer.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** Enough to find a product in every state. */
const MOST = 200
/** Class names are written in full, so that Tailwind finds them. */
const COLORS =
  'bg-paper bg-surface bg-frame bg-line bg-edge bg-ornament bg-gold bg-quiet bg-ink bg-success bg-error bg-backdrop'
const TYPE =
  'text-5xl display,text-4xl display,text-3xl display,text-2xl display,text-xl display,text-lg,text-base,text-sm,text-xs,label-caps text-gold'
const { Icon: _, ...uiIcons } = icons
/** Sorted, because the server and the browser order the exports of a module differently. */
const ICONS = Object.entries({ ...uiIcons, ...colorModeIcons, AccountIcon }).toSorted(([a], [b]) => a.localeCompare(b))

/** By component of `ui`. */
const SAMPLES: Record<string, ReactNode> = {
  Button: (['solid', 'outline', 'quiet'] as const).map((look) => (
    <div key={look} className="flex flex-wrap gap-3">
      <Button look={look}>{look}</Button>
      <Button look={look} disabled>
        disabled
      </Button>
      <Button look={look} busy>
        busy
      </Button>
      <ButtonLink look={look} href="/">
        ButtonLink
      </ButtonLink>
    </div>
  )),
  TextField: (
    <>
      <TextField label="Email" type="email" placeholder="name@example.com" />
      <TextField label="With an error" defaultValue="ada@" error="Enter an email address." />
      <TextField label="Optional" isOptional />
      <TextField label="Disabled" disabled defaultValue="12" />
    </>
  ),
  CopiedLink: <CopiedLink link="https://lumenite.example/en" isCopied={false} label="Link" />,
  SelectField: (
    <SelectField label="Country">
      <option>Finland</option>
    </SelectField>
  ),
  TextAreaField: <TextAreaField label="A few words from you" rows={3} />,
  Checkbox: (
    <div>
      <Checkbox label="Gift box" defaultChecked />
      <Checkbox
        label="Silver"
        hint="Rhodium-plated 925"
        dot={<MetalDot code="silver" className="size-4" />}
        aside={7}
      />
      <Checkbox label="Disabled" disabled />
    </div>
  ),
  Radio: (
    <div>
      <Radio name="delivery" label="Courier" hint="Two to four working days" defaultChecked />
      <Radio name="delivery" label="Pick-up point" />
    </div>
  ),
  Notice: (
    <>
      <Notice>Delivery prices have changed with your country.</Notice>
      <Notice tone="error">We couldn’t add this item: only two are left.</Notice>
    </>
  ),
  Accordion: (
    <Accordion title="Care" open>
      Wash it in warm water with a drop of mild soap.
    </Accordion>
  ),
  Breadcrumbs: <Breadcrumbs label="Breadcrumbs" crumbs={[{ label: 'Home', href: '/' }]} current="Style guide" />,
  EmptyState: (
    <EmptyState title="Nothing here yet" text="New pieces are on the bench.">
      <ButtonLink href="/">Shop all</ButtonLink>
    </EmptyState>
  ),
  Skeleton: <Skeleton className="h-24" />,
  Drawer: <Drawers />,
  Icon: (
    <ul className="grid grid-cols-3 gap-4 sm:grid-cols-6">
      {ICONS.map(([name, One]) => (
        <li key={name} className="text-xs">
          <One className="size-6" />
          {name}
        </li>
      ))}
    </ul>
  ),
}

export async function loader({ context }: LoaderFunctionArgs) {
  const shop = context.get(publicDataContext)
  const { products } = await shop.cards({ limit: MOST })
  const isOnSale = ({ price }: (typeof products)[number]) => price && price.original_amount > price.calculated_amount
  const states = [
    products.find((card) => card.in_stock && !isOnSale(card)),
    products.find(({ in_stock }) => !in_stock),
    products.find((card) => card.in_stock && isOnSale(card)),
  ]
  return { cards: states.flatMap((card) => card ?? []), product: await shop.product(products[0]?.handle ?? '') }
}

export function Component() {
  const { cards, product } = useLoaderData<typeof loader>()
  const variant = product?.variants[0]
  const samples: Record<string, ReactNode> = {
    ...SAMPLES,
    ResponsiveImage: product?.thumbnail ? <ResponsiveImage image={product.thumbnail} sizes="20rem" /> : null,
    ProductCard: cards.map((card) => <ProductCard key={card.id} card={card} />),
    Price: cards.map(({ id, price }) => price && <Price key={id} price={price} size="page" />),
    StockLine:
      variant && [12, 2, 0].map((left) => <StockLine key={left} variant={{ ...variant, inventory_quantity: left }} />),
  }
  return (
    <div className="page-width pt-14">
      <PageHead title="Style guide" noindex />
      <h1 className="display text-4xl">Style guide</h1>
      <Sample name="Colors, with the contrast to paper">
        {(['light', 'dark'] as const).map((mode) => (
          <ul key={mode} data-theme={mode} className="grid grid-cols-3 gap-4 p-5 md:grid-cols-6">
            {COLORS.split(' ').map((shown) => (
              <Swatch key={shown} shown={shown} />
            ))}
          </ul>
        ))}
      </Sample>
      <Sample name="Type">
        {TYPE.split(',').map((shown) => (
          <p key={shown} className={shown}>
            {shown} · A stone that keeps the light · <span lang="ru">Камень, который хранит свет</span>
          </p>
        ))}
      </Sample>
      {Object.entries(samples).map(([name, content]) => (
        <Sample key={name} name={name}>
          {content}
        </Sample>
      ))}
    </div>
  )
}

function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="border-t border-line py-10">
      <h2 className="display mb-6 text-2xl">{name}</h2>
      <div className="grid gap-5 md:max-w-3xl">{children}</div>
    </section>
  )
}

function Swatch({ shown }: { shown: string }) {
  const [measured, setMeasured] = useState('')
  const measure = useCallback((element: HTMLElement | null) => {
    if (element) setMeasured(measureSwatch(element))
  }, [])
  return (
    <li className="text-xs">
      <span ref={measure} className={`block h-16 border border-line ${shown}`} />
      {shown.slice(3)} {measured}
    </li>
  )
}

function measureSwatch(element: HTMLElement): string {
  const text = getComputedStyle(element).backgroundColor
  const color = parseRgb(text)
  const paper = element.closest('[data-theme]')
  const ground = paper ? parseRgb(getComputedStyle(paper).backgroundColor) : undefined
  return color && ground ? `${toHex(color)} ${contrastOf(color, ground).toFixed(2)} : 1` : text
}

function Drawers() {
  const [open, setOpen] = useState<string>()
  return (
    <div className="flex gap-3">
      {(['right', 'left', 'bottom'] as const).map((side) => (
        <div key={side}>
          <Button look="outline" onClick={() => setOpen(side)}>
            {side}
          </Button>
          <Drawer title={side} isOpen={open === side} onClose={() => setOpen(undefined)} side={side}>
            <p className="p-6">The page behind is out of reach while this is open.</p>
          </Drawer>
        </div>
      ))}
    </div>
  )
}
