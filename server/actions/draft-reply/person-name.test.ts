import { expect, test } from 'vitest'
import { readPersonName } from './person-name.ts'

test.each([
  ['Jane Doe', 'Jane', 'Jane Doe'],
  ['"Jane Doe"', 'Jane', 'Jane Doe'],
  ['Doe, Jane', 'Jane', 'Jane Doe'],
  ['Doe, Jane (Finance)', 'Jane', 'Jane Doe'],
  ['Berg, Dora [External]', 'Dora', 'Dora Berg'],
  ['van der Berg, Jan', 'Jan', 'Jan van der Berg'],
  ['Jane Doe, PhD', 'Jane', 'Jane Doe'],
  ['Jane Doe, M.D., MBA', 'Jane', 'Jane Doe'],
  ['Doe, Jane, PhD', 'Jane', 'Jane Doe'],
  ['Anna Schmidt, Sales', 'Anna', 'Anna Schmidt'],
  ['Anna Schmidt, Leitung Vertrieb', 'Anna', 'Anna Schmidt'],
  ['Dr. Jane Doe', 'Jane', 'Dr. Jane Doe'],
  ['Prof. Dr. Jürgen Groß', 'Jürgen', 'Prof. Dr. Jürgen Groß'],
  ['J. Doe', 'J. Doe', 'J. Doe'],
  ['Jack Ma', 'Jack', 'Jack Ma'],
  ['Siobhán O’Neill-Byrne', 'Siobhán', 'Siobhán O’Neill-Byrne'],
  ['Анна Иванова', 'Анна', 'Анна Иванова'],
  ['नेहा शर्मा', 'नेहा', 'नेहा शर्मा'],
])('%j is called %j, in full %j', (display, given, whole) => {
  expect(readPersonName(display, 'x7@partner.example')).toEqual({ given, whole })
})

test.each([
  '',
  'Acme, Inc.',
  'Acme Inc',
  'Müller GmbH, Vertrieb',
  'Müller GmbH & Co. KG',
  'Northwind Holding',
  'Dr.',
  'Dr. ',
  'No Reply',
  'noreply',
  'Customer Support',
  'Das Team von Nordwind',
  'Anna | Nordwind',
  'Anna from Nordwind 24',
  'ACME',
  'ACME Freight',
  'García Márquez, Gabriel',
  'Doe, Jane, Tom, Anna',
  'info@shop.example',
  'Webshop',
  'Acme',
])('%j has no certain given name', (display) => {
  expect(readPersonName(display, 'x7@partner.example')).toBeNull()
})

test.each([
  ['Jane', 'jane@shop.example', 'Jane'],
  ['Jane', 'jane.doe@shop.example', 'Jane'],
  ['Dr. Doe', 'doe@shop.example', 'Dr. Doe'],
  ['Jane', 'info@shop.example', undefined],
  ['Deutsche Bahn', 'service@bahn.example', undefined],
  ['Jane Doe', 'jane-orders@shop.example', 'Jane'],
])('%j of %s is called %j', (display, address, given) => {
  expect(readPersonName(display, address)?.given).toBe(given)
})
