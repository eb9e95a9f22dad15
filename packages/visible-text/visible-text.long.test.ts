import { expect, test } from 'vitest'
import { visibleText } from './visible-text.ts'

const megabyte = 1024 * 1024
test.each([
  'a{',
  '.a{',
  '&{',
  '@media a{',
  '@a ',
  'a{b{c{',
  '}{',
  'a,',
  'a ',
  'a>',
  ':is(',
  ':not(a,',
  '[a="',
  'b c;',
  'x:(;',
  'x:f(]',
  'color:red;',
  'font:12px a;',
  '(',
  '[',
  'url(',
  '"\n',
  '\\61 ',
  '/*',
  '/**/',
  '<!--',
])('reads a style sheet of 1 MB of %j in bounded time', (unit) => {
  const css = unit.repeat(megabyte / unit.length)
  for (const sheet of [css, `a{${css}`, `a${css}{opacity:0}`]) {
    const before = process.threadCpuUsage()
    visibleText(`<style>${sheet}</style><p>x`)
    const { user, system } = process.threadCpuUsage(before)
    // A quadratic scan of half a million characters takes minutes, and this one less than a second.
    expect((user + system) / 1000).toBeLessThan(10_000)
  }
})
