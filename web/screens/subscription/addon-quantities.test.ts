import { expect, test } from 'vitest'
import type { Addon } from '../../../contract/tables.ts'
import { bookedQuantities, submitLabel, toAddonChoices, addonOptions, monthlyAddonPrice } from './addon-quantities.ts'

const addon = (id: string, price_monthly: number): Addon => ({
  id,
  name: id,
  description: '',
  price_monthly,
  email_limit: 1000,
  is_active: true,
})
const addons = [addon('a', 500), addon('b', 900)]

test('multiplies prices by quantities; missing add-ons cost nothing', () => {
  expect(monthlyAddonPrice(addons, { a: 2, b: 1 })).toBe(1900)
  expect(monthlyAddonPrice(addons, { b: 3 })).toBe(2700)
  expect(monthlyAddonPrice(addons, {})).toBe(0)
})

test('requests only add-ons with a quantity', () => {
  expect(toAddonChoices(addons, { a: 0, b: 2, gone: 7 })).toEqual([{ id: 'b', quantity: 2 }])
  expect(toAddonChoices(addons, { a: 0 })).toEqual([])
})

test('starts with the booked quantities', () => {
  const booked = [{ id: 'x', addon_id: 'a', quantity: 3, addon: addons[0] ?? addon('a', 0) }]
  expect(bookedQuantities(booked)).toEqual({ a: 3 })
})

test('limits an add-on that is no longer sold to its booked quantity', () => {
  const gone = { name: 'gone', price_monthly: 700, email_limit: 2000 }
  const booked = [
    { id: 'x', addon_id: 'a', quantity: 3, addon: addons[0] ?? addon('a', 0) },
    { id: 'y', addon_id: 'g', quantity: 2, addon: gone },
  ]
  expect(addonOptions(addons, booked)).toEqual([
    expect.objectContaining({ id: 'a', isSold: true, maxQuantity: 99 }),
    expect.objectContaining({ id: 'b', isSold: true, maxQuantity: 99 }),
    { id: 'g', ...gone, isSold: false, maxQuantity: 2 },
  ])
})

test.each([
  [1, 'Purchase Add-ons'],
  [-1, 'Update Add-ons'],
  [0, 'No Changes'],
])('labels a price change of %i cents "%s"', (change, label) => {
  expect(submitLabel(change)).toBe(label)
})
