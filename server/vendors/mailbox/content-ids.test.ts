import { expect, test } from 'vitest'
import { findContentIds } from './content-ids.ts'

test('finds the content ids that a text refers to', () => {
  const html =
    '<img src="cid:Logo%40shop"><a href=\'CID:two@x\'>x</a> cid:three <p style="background:url(cid:four)">' +
    '<img src=cid:five&amp;5><attachment src="unsupported" id="six"></attachment><img src="cid:two@x">'
  expect(findContentIds(html)).toEqual(['logo@shop', 'two@x', 'three', 'four', 'five&5'])
})

test('finds at most 1000', () => {
  expect(findContentIds(Array.from({ length: 3000 }, (_, n) => `cid:${n} `).join(''))).toHaveLength(1000)
})
