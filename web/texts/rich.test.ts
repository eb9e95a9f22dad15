import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { rich, richCount } from './rich.ts'
import { t, tn } from './translate.ts'

const b = (content: React.ReactNode) => createElement('b', null, content)

test('places elements and values in a sentence', () => {
  expect(renderToStaticMarkup(rich('Open <b>the {name}</b>, {who}.', { b, name: 'history', who: 'Ana' }))).toBe(
    'Open <b>the history</b>, Ana.',
  )
  expect(renderToStaticMarkup(richCount(1200, '<b>{count}</b> email', '<b>{count}</b> emails', { b }))).toBe(
    '<b>1,200</b> emails',
  )
})

test('a value that looks like a tag or a placeholder stays text', () => {
  const hostile = '</b><b>{who}</b><script>'
  expect(t('From {who}', { who: '{count} {who}' })).toBe('From {count} {who}')
  expect(renderToStaticMarkup(rich('From <b>{name}</b>', { b, name: hostile, who: 'Ana' }))).toBe(
    'From <b>&lt;/b&gt;&lt;b&gt;{who}&lt;/b&gt;&lt;script&gt;</b>',
  )
})

test('a text without a translation and an unknown placeholder stay as they are', () => {
  expect(t('constructor')).toBe('constructor')
  expect(t('{size} of {total}', { total: 3 })).toBe('{size} of 3')
  expect([0, 1, 2, 1234].map((count) => tn(count, '{count} email', '{count} emails'))).toEqual([
    '0 emails',
    '1 email',
    '2 emails',
    '1,234 emails',
  ])
})
