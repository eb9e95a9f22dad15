import { expect, test } from 'vitest'
import { visibleText } from './visible-text.ts'

const many = 100_000
const classes = Array.from({ length: 500 }, (_, at) => `c${at}`).join(' ')
const properties =
  'opacity:1;color:#123;background:#fff;margin:1px 2px 3px 4px;font:12px/1.2 a;inset:0 0 0 0;height:9px;width:9px'
test.each([
  ['nested elements', '<div>'.repeat(many / 5)],
  ['attributes', `<p ${Array.from({ length: many / 8 }, (_, at) => `a${at}`).join(' ')}>x`],
  ['rules on elements', `<style>${'*{opacity:1}'.repeat(1000)}</style>${'<p>x'.repeat(2000)}`],
  ['blocks', `<style>${'a{'.repeat(many / 2)}</style>x`],
  ['reopened elements with a long style', `<p><font style="${'color:red;'.repeat(2500)}">${'<p>x'.repeat(3000)}`],
  ['reopened elements with many classes', `<p><font class="${classes}">${'<p>x'.repeat(3000)}`],
  [
    'searches of a long attribute',
    `<style>${'[title*=zz]{opacity:1}'.repeat(300)}</style><p title="${'z '.repeat(50_000)}">x`,
  ],
  ['ids in a selector', `<style>p${'#a'.repeat(200)}{opacity:1}</style>${'<p id=a>x'.repeat(10_000)}`],
  ['selectors', `<style>${'a,'.repeat(many / 2)}b{opacity:1}</style>x`],
  ['declarations', `<style>${'p{background:linear-gradient(red,blue);font:12px/1.2 a}'.repeat(8000)}</style>x`],
  ['properties on elements', `<style>p{${properties}}@supports (a:b){p{color:red}}</style>${'<p>x'.repeat(8000)}`],
  ['compounds of a selector', `<style>${'a '.repeat(many / 2)}b{opacity:0}</style>x`],
] as const)('returns an empty text for too many %s', (_, html) => {
  expect(visibleText(`seen${html}`)).toBe('')
})

test.each([
  ['elements', '<br>'.repeat(30_000)],
  ['reopened elements', Array.from({ length: 20_000 }, (_, at) => `<font color=${at}><p>`).join('')],
  ['rows of a table', `<table>${'<tr><td>1<td>2'.repeat(10_000)}</table><p>end`],
])('reads the beginning of a page with too many %s, unless the rest may hide it', (_, html) => {
  const page = `<div>seen</div>${html}`
  expect(visibleText(page, 100)).toMatch(/^seen/)
  expect(visibleText(`${page}<body hidden>`, 100)).toBe('')
})

test.each(['<STYLE>div{display:none}</style>', '<html hidden>'])(
  'the rest of too long a page may hide it: %s',
  (rest) => {
    expect(visibleText(`<div>seen</div>${'<br>'.repeat(30_000)}${rest}`, 100)).toBe('')
  },
)

test('does not read a page whose style sheet begins with the first element too many', () => {
  const page = (elements: number): string => `<div>seen</div>${'<br>'.repeat(elements)}<style>div{display:none}</style>`
  for (const elements of [24_994, 24_995, 24_996, 24_997]) expect(visibleText(page(elements), 100)).toBe('')
})

test('reads the beginning of a page that is too long to be read as a whole', () => {
  const line = 'Hello dear reader, this is a line.'
  const paragraph = `<p class="a" style="margin:0;color:#1F497D"><span>${line}</span></p>`
  const html = `<style>p{color:#333}</style>${paragraph.repeat(12_000)}`
  expect(visibleText(html)).toBe('')
  expect(visibleText(html, 1000)).toBe(Array.from({ length: 30 }, () => line).join('\n\n'))
  expect(visibleText('<pre>  a\n\n  b</pre><p>c</p><p>d</p>', 4)).toBe('a\n\nb\n\nc')
})

test('renders an email of half a megabyte', () => {
  const text = 'Hello dear reader, this is a line.'
  const paragraphs = `<p class="a" style="margin:0">${text}</p>`.repeat(8000)
  const html = `<style>p{color:#333}.a{font-size:14px}</style>${paragraphs}`
  expect(visibleText(html).length).toBeGreaterThan(250_000)
})
