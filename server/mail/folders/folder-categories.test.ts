import { expect, test } from 'vitest'
import { keywordOf } from '../imap/keyword-of.ts'
import { categoryName } from '../outlook/category-name.ts'
import { nameCategories } from './folder-categories.ts'

const folder = (id: string, ...path: string[]) => ({ id, display_name: path.at(-1) ?? '', path })
const named = (folders: ReturnType<typeof folder>[], categoryOf: (name: string) => string) =>
  [...nameCategories(folders, categoryOf)].map(([, category]) => category)

test('each folder has a category of its own, named like it', () => {
  const folders = [
    folder('1', 'Travel'),
    folder('2', 'Work', 'travel'),
    folder('3', 'Unsure'),
    folder('4', 'Hotels, flights'),
    folder('5', 'Hotels flights'),
    folder('6', 'Bills 2026; 2027'),
  ]
  expect(named(folders, categoryName)).toEqual([
    'Travel',
    'Work/travel',
    '2 Unsure',
    'Hotels flights',
    '2 Hotels flights',
    'Bills 2026 2027',
  ])
  expect(named(folders, keywordOf).slice(0, 3)).toEqual(['Travel', 'Work_travel', '2_Unsure'])
})

test('a name that is too long is cut, and stays one of its own', () => {
  const long = 'x'.repeat(300)
  const categories = named([folder('1', long), folder('2', long, `${long}y`)], categoryName)
  expect(categories.map(({ length }) => length)).toEqual([255, 255])
  expect(new Set(categories).size).toBe(2)
})
