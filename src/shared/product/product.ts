import { Type, type Static } from 'typebox'

import { nullable } from '../nullable.ts'
import { STONE_CUTS } from './stone-cuts.ts'

/** In hundredths of the currency. */
const Amount = Type.Integer()

export const CalculatedPrice = Type.Object({
  calculated_amount: Amount,
  original_amount: Amount,
  tax_inclusive: Type.Boolean({ description: 'whether both contain the tax; elsewhere it is added at checkout' }),
  /** At the rates of the region's country. Equals the price if only an address determines the rate (USA). */
  calculated_amount_with_tax: Amount,
  original_amount_with_tax: Amount,
  /** Null if prices include tax and the region has several countries but no `tax_country`. */
  calculated_amount_without_tax: nullable(Amount),
  original_amount_without_tax: nullable(Amount),
  currency_code: Type.String({ description: 'ISO 4217, upper case' }),
})
export type CalculatedPrice = Static<typeof CalculatedPrice>

/** `url` is the name of one of our media files, or an absolute URL. */
export const Image = Type.Object({
  id: Type.String(),
  url: Type.String(),
  alt: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
})
export type Image = Static<typeof Image>

export const OptionValue = Type.Object({ id: Type.String(), code: Type.String(), value: Type.String() })
export type OptionValue = Static<typeof OptionValue>

/** `code` is the slug in the default language (`metal`, `size`), as is that of a value (`white-gold`). */
export const ProductOption = Type.Object({
  id: Type.String(),
  code: Type.String(),
  title: Type.String(),
  values: Type.Array(OptionValue),
})
export type ProductOption = Static<typeof ProductOption>

export const Variant = Type.Object({
  id: Type.String(),
  title: Type.String(),
  sku: nullable(Type.String()),
  inventory_quantity: Type.Integer(),
  allow_backorder: Type.Boolean(),
  manage_inventory: Type.Boolean(),
  lead_days: Type.Optional(Type.Integer({ description: 'working days of making, if it is made to order' })),
  weight: nullable(Type.Number()),
  length: nullable(Type.Number()),
  height: nullable(Type.Number()),
  width: nullable(Type.Number()),
  material: nullable(Type.String()),
  options: Type.Record(Type.String(), Type.String(), { description: 'option code -> value code' }),
  images: Type.Array(Type.String({ description: 'ids of images of the product that show this variant' })),
  prices: Type.Array(Type.Object({ amount: Amount, currency_code: Type.String() })),
  calculated_price: nullable(CalculatedPrice),
})
export type Variant = Static<typeof Variant>

export const CategoryRef = Type.Object({
  id: Type.String(),
  handle: Type.String(),
  name: Type.String(),
  parent: nullable(Type.String({ description: 'handle of the parent category' })),
})
export type CategoryRef = Static<typeof CategoryRef>

const Named = Type.Object({ id: Type.String(), handle: Type.String(), title: Type.String() })

export const Testimonial = Type.Object({
  name: Type.String(),
  place: Type.Optional(Type.String()),
  words: Type.String(),
  date: Type.Optional(Type.String({ description: '2026-11-21' })),
  rating: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
  sample: Type.Optional(Type.Boolean({ description: 'true if it was made up to show the page' })),
})
export type Testimonial = Static<typeof Testimonial>

export const MaterialNote = Type.Object({ title: Type.String(), text: Type.String() })
export type MaterialNote = Static<typeof MaterialNote>

const Stones = Type.Object({
  count: nullable(Type.Integer({ description: 'null where they are too many to count' })),
  cut: Type.Enum(STONE_CUTS),
  length: Type.Number({ description: 'mm: the longer side, or what it is across' }),
  width: Type.Number({ description: 'mm' }),
})

export const Product = Type.Object({
  id: Type.String(),
  title: Type.String(),
  subtitle: nullable(Type.String()),
  description: nullable(Type.String()),
  handle: Type.String(),
  status: Type.String(),
  thumbnail: nullable(Image),
  images: Type.Array(Image),
  options: Type.Array(ProductOption),
  variants: Type.Array(Variant),
  categories: Type.Array(CategoryRef),
  collection: nullable(Named),
  type: nullable(Type.String()),
  tags: Type.Array(Type.String()),
  material: nullable(Type.String()),
  discountable: Type.Boolean(),
  /** Only in the response for a single product, like `testimonials`. */
  materials: Type.Optional(Type.Array(MaterialNote)),
  stones: Type.Array(Stones, { description: 'the main ones first' }),
  engraving: nullable(Type.Integer({ description: 'how many characters can be engraved; null if none' })),
  films: Type.Record(Type.String(), Type.Array(Type.String()), {
    description: 'code of the metal, or `any` -> the film in several formats, as file names of ours or URLs',
  }),
  model: Type.Array(
    Type.String({ description: 'a .glb, perhaps one for Android, perhaps a .usdz for iPhones; names of ours or URLs' }),
  ),
  testimonials: Type.Optional(Type.Array(Testimonial)),
  created_at: Type.String(),
})
export type Product = Static<typeof Product>

export const ProductCard = Type.Object({
  id: Type.String(),
  handle: Type.String(),
  title: Type.String(),
  thumbnail: nullable(Image),
  second_view: nullable(Image),
  film: Type.Array(Type.String({ description: 'in several formats, the best first' })),
  metals: Type.Array(OptionValue),
  price: nullable(CalculatedPrice),
  price_varies: Type.Boolean({ description: 'true when variants differ in price and `price` is the lowest' }),
  in_stock: Type.Boolean(),
  /** Null if the shopper has to choose first. */
  quick_add_variant_id: nullable(Type.String()),
  /** If the list is filtered by metal. */
  shown_metal: nullable(Type.String()),
})
export type ProductCard = Static<typeof ProductCard>

/** `max` is exclusive; an absent bound is open. */
export const PriceRange = Type.Object({ min: Type.Optional(Amount), max: Type.Optional(Amount) })
export type PriceRange = Static<typeof PriceRange>

const FacetValue = Type.Object({
  code: Type.String(),
  count: Type.Integer({ description: 'pieces that this choice would show beside those made under the other headings' }),
})

export const Facets = Type.Object({
  metals: Type.Array(Type.Object({ ...FacetValue.properties, value: Type.String() })),
  cuts: Type.Array(FacetValue, { description: 'codes of `STONE_CUTS`' }),
  prices: Type.Array(Type.Object({ ...PriceRange.properties, count: Type.Integer() })),
  in_stock: Type.Integer({ description: 'pieces that can be bought now' }),
})
export type Facets = Static<typeof Facets>

export const ProductList = Type.Object({
  products: Type.Array(Product),
  count: Type.Integer(),
  currency_code: Type.String(),
  facets: Type.Optional(Facets),
})
export type ProductList = Static<typeof ProductList>

export const ProductCardList = Type.Object({
  products: Type.Array(ProductCard),
  count: Type.Integer(),
  currency_code: Type.String(),
  facets: Type.Optional(Facets),
})
export type ProductCardList = Static<typeof ProductCardList>

export const ProductAnswer = Type.Object({ product: Product })
export type ProductAnswer = Static<typeof ProductAnswer>

export const Category = Type.Object({
  id: Type.String(),
  handle: Type.String(),
  name: Type.String(),
  description: Type.String(),
  children: Type.Array(
    Type.Object({
      id: Type.String(),
      handle: Type.String(),
      name: Type.String(),
      description: Type.String(),
      former_handles: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  cuts: Type.Array(Type.String()),
})
export type Category = Static<typeof Category>

export const CategoryList = Type.Object({ categories: Type.Array(Category) })
export type CategoryList = Static<typeof CategoryList>
