import { expect, test } from 'vitest'
import { htmlToText } from './simulate-graph-text-body.ts'

test.each([
  ['<p>one</p><p>two&amp;three</p>', 'one\ntwo&three'],
  ['<head><meta charset=utf-8><title>no</title></head><body>yes', 'yes'],
  ['shown<style>p{color:red}', 'shown'],
  ['shown<!-- comment', 'shown'],
  ['shown<b title="', 'shown'],
  ['1 < 2 and <b>3</b>', '1 < 2 and 3'],
])('the text of %j', (html, text) => {
  expect(htmlToText(html)).toBe(text)
})
