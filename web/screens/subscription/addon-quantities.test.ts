import { expect, test } from 'vitest'
import type { Addon } from '../../../contract/tables.ts'
import { bookedQuantities, buttonFor, choicesOf, countedAddons, priceOf } from './addon-quantities.ts'

const addon = (id: string, price_monthly: number): Addon => ({
  id,
  name: id,
  description: '',
  price_monthly,
  email_limit: 1000,
  is_active: true,
})
const addons = [addon('a', 500), addon('b', 900)]

test('prices are those of the quantities, and what is left out costs nothing', () => {
  expect(priceOf(addons, { a: 2, b: 1 })).toBe(1900)
  expect(priceOf(addons, { b: 3 })).toBe(2700)
  expect(priceOf(addons, {})).toBe(0)
})

test('only what is wanted is asked for', () => {
  expect(choicesOf(addons, { a: 0, b: 2, gone: 7 })).toEqual([{ id: 'b', quantity: 2 }])
  expect(choicesOf(addons, { a: 0 })).toEqual([])
})

test('what is booked is where it begins', () => {
  const booked = [{ id: 'x', addon_id: 'a', quantity: 3, addon: addons[0] ?? addon('a', 0) }]
  expect(bookedQuantities(booked)).toEqual({ a: 3 })
})

test('what is booked and no longer sold can be kept or removed, and no more of it booked', () => {
  const gone = { name: 'gone', price_monthly: 700, email_limit: 2000 }
  const booked = [
    { id: 'x', addon_id: 'a', quantity: 3, addon: addons[0] ?? addon('a', 0) },
    { id: 'y', addon_id: 'g', quantity: 2, addon: gone },
  ]
  expect(countedAddons(addons, booked)).toEqual([
    expect.objectContaining({ id: 'a', isSold: true, most: 99 }),
    expect.objectContaining({ id: 'b', isSold: true, most: 99 }),
    { id: 'g', ...gone, isSold: false, most: 2 },
  ])
})

test.each([
  [1, 'Purchase Add-ons'],
  [-1, 'Update Add-ons'],
  [0, 'No Changes'],
])('a change of %i cents is called %s', (change, words) => {
  expect(buttonFor(change)).toBe(words)
})
