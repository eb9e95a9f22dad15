import { z } from 'zod'
import { getPrice } from '../billing/object-lookup.ts'
import { invalidParam, resourceMissing, StripeError } from '../stripe-errors.ts'
import { mergeMetadata } from '../merge-metadata.ts'
import type { Price, Product } from '../stripe-objects.ts'
import { renderPrice, renderProduct } from '../render-objects.ts'
import { newId } from '../stripe-state.ts'
import { type ApiCall, listRoute, type Route, route } from './route-definition.ts'
import { nonNegativeInteger, flag, integer, metadata, noParams, text, unsettable } from './param-schemas.ts'

const ProductCreate = z.strictObject({
  id: text().optional(),
  name: text(),
  active: flag().default(true),
  description: text().optional(),
  metadata: metadata().optional(),
})
const ProductUpdate = z.strictObject({
  name: text().optional(),
  active: flag().optional(),
  description: unsettable(text()).optional(),
  default_price: unsettable(text()).optional(),
  metadata: metadata().optional(),
})
const ProductList = z.strictObject({ active: flag().optional(), ids: z.array(text()).optional() })
const PriceCreate = z.strictObject({
  currency: text().length(3).toLowerCase(),
  product: text(),
  unit_amount: nonNegativeInteger(),
  active: flag().default(true),
  recurring: z
    .strictObject({
      interval: z.enum(['day', 'week', 'month', 'year']),
      interval_count: integer()
        .refine((value) => value >= 1 && value <= 36, 'This value must be between 1 and 36.')
        .default(1),
      usage_type: z.literal('licensed').default('licensed'),
    })
    .optional(),
  lookup_key: text().max(200).optional(),
  transfer_lookup_key: flag().default(false),
  nickname: text().optional(),
  metadata: metadata().optional(),
})
const PriceUpdate = z.strictObject({
  active: flag().optional(),
  lookup_key: unsettable(text().max(200)).optional(),
  transfer_lookup_key: flag().default(false),
  nickname: unsettable(text()).optional(),
  metadata: metadata().optional(),
})
const PriceList = z.strictObject({
  active: flag().optional(),
  currency: text().optional(),
  lookup_keys: z.array(text()).max(10).optional(),
  product: text().optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
})

export const productAndPriceRoutes: readonly Route[] = [
  route(['POST', '/v1/products'], 'products', ProductCreate, createProduct),
  listRoute('/v1/products', 'products', ProductList, ({ sandbox: { stripe } }, { active, ids }) =>
    [...stripe.products.values()]
      .filter((product) => (active ?? product.active) === product.active && (ids?.includes(product.id) ?? true))
      .toReversed()
      .map(renderProduct),
  ),
  route(['GET', '/v1/products/:id'], 'products', noParams(), (call, _, id = '') => renderProduct(getProduct(call, id))),
  route(['POST', '/v1/products/:id'], 'products', ProductUpdate, updateProduct),
  route(['POST', '/v1/prices'], 'prices', PriceCreate, createPrice),
  listRoute('/v1/prices', 'prices', PriceList, listPrices),
  route(['GET', '/v1/prices/:price'], 'prices', noParams(), ({ sandbox }, _, id = '') =>
    renderPrice(getPrice(sandbox, id)),
  ),
  route(['POST', '/v1/prices/:price'], 'prices', PriceUpdate, updatePrice),
]

function createProduct({ sandbox: { stripe }, now }: ApiCall, params: z.infer<typeof ProductCreate>) {
  const id = params.id ?? newId(stripe, 'prod')
  if (stripe.products.has(id)) {
    throw new StripeError(400, `Product already exists.`, { code: 'resource_already_exists', param: 'id' })
  }
  const { name, active, description = null } = params
  const about = { id, created: now, updated: now, name, active, description, default_price: null }
  const product: Product = { ...about, metadata: mergeMetadata({}, params.metadata) }
  stripe.products.set(id, product)
  return renderProduct(product)
}

function updateProduct(call: ApiCall, params: z.infer<typeof ProductUpdate>, id = '') {
  const product = getProduct(call, id)
  if (params.default_price) getPrice(call.sandbox, params.default_price, 'default_price')
  const { name = product.name, active = product.active } = params
  const { description = product.description, default_price = product.default_price } = params
  const metadata = mergeMetadata(product.metadata, params.metadata)
  Object.assign(product, { name, active, description, default_price, metadata, updated: call.now })
  return renderProduct(product)
}

function createPrice(call: ApiCall, params: z.infer<typeof PriceCreate>) {
  const { stripe } = call.sandbox
  getProduct(call, params.product, 'product')
  const { currency, product, unit_amount, active, lookup_key = null, nickname = null, recurring = null } = params
  assignLookupKey(call, lookup_key, params.transfer_lookup_key)
  const about = { id: newId(stripe, 'price'), created: call.now, currency, product, unit_amount, active }
  const price: Price = { ...about, lookup_key, nickname, recurring, metadata: mergeMetadata({}, params.metadata) }
  stripe.prices.set(price.id, price)
  return renderPrice(price)
}

function updatePrice(call: ApiCall, params: z.infer<typeof PriceUpdate>, id = '') {
  const price = getPrice(call.sandbox, id)
  const { active = price.active, nickname = price.nickname, lookup_key = price.lookup_key } = params
  if (lookup_key !== price.lookup_key) assignLookupKey(call, lookup_key, params.transfer_lookup_key)
  Object.assign(price, { active, nickname, lookup_key, metadata: mergeMetadata(price.metadata, params.metadata) })
  return renderPrice(price)
}

function listPrices({ sandbox: { stripe } }: ApiCall, params: z.infer<typeof PriceList>) {
  const { active, currency, lookup_keys, product, type } = params
  return [...stripe.prices.values()]
    .filter((price) => (active ?? price.active) === price.active && (product ?? price.product) === price.product)
    .filter((price) => (currency ?? price.currency) === price.currency)
    .filter((price) => lookup_keys?.includes(price.lookup_key ?? '') ?? true)
    .filter((price) => type === undefined || (type === 'recurring') === (price.recurring !== null))
    .toReversed()
    .map(renderPrice)
}

/** A lookup key belongs to one price; `transfer` moves it from another price. @throws StripeError 400 */
function assignLookupKey({ sandbox: { stripe } }: ApiCall, key: string | null, transfer: boolean): void {
  const holder = key === null ? undefined : [...stripe.prices.values()].find(({ lookup_key }) => lookup_key === key)
  if (!holder) return
  if (!transfer) {
    const message =
      `A price (\`${holder.id}\`) already uses that lookup key. Please set \`transfer_lookup_key=true\` to ` +
      `transfer it.`
    throw invalidParam('lookup_key', message, 'resource_already_exists')
  }
  holder.lookup_key = null
}

function getProduct({ sandbox: { stripe } }: ApiCall, id: string, param = 'id'): Product {
  const product = stripe.products.get(id)
  if (!product) throw resourceMissing('product', id, param)
  return product
}
