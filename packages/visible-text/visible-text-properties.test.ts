import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hidingStyles } from './testing/hiding-styles.ts'
import { visibleText } from './visible-text.ts'

/** No half of a surrogate pair: as the unit `binary` of fast-check, which takes a second to build. */
const anyCharacter = fc.nat(0x10f7ff).map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800))

const word = fc.stringMatching(/^[a-z]{1,8}$/)
interface Fragment {
  html: string
  seen: string[]
}
const leaf = word.map((text): Fragment => ({ html: ` ${text} `, seen: [text] }))
const tagged = (fragment: fc.Arbitrary<Fragment>): fc.Arbitrary<Fragment> =>
  fc
    .tuple(fc.constantFrom('div', 'span', 'b', 'section', 'font'), fc.array(fragment, { maxLength: 4 }))
    .map(([tag, parts]) => ({
      html: `<${tag}>${parts.map(({ html }) => html).join('')}</${tag}>`,
      seen: parts.flatMap(({ seen }) => seen),
    }))
const styled = (style: string, html: string): Fragment => ({
  html: `<div style="${style}">HIDDEN ${html}</div>`,
  seen: [],
})
const hidden = (fragment: fc.Arbitrary<Fragment>): fc.Arbitrary<Fragment> =>
  fc.oneof(
    fc.tuple(fc.constantFrom(...hidingStyles), leaf).map(([style, { html }]) => styled(style, html)),
    // These styles hide descendants whatever style they have.
    fc
      .tuple(fc.constantFrom('display:none', 'opacity:0', 'height:0'), fragment)
      .map(([style, { html }]) => styled(style, html)),
  )
const { page } = fc.letrec<{ page: Fragment }>((tie) => ({
  page: fc.oneof({ maxDepth: 6, withCrossShrink: true }, leaf, tagged(tie('page')), hidden(tie('page'))),
}))

test('returns exactly the visible text, in order, for any nesting of visible and hidden elements', () => {
  fc.assert(
    fc.property(fc.array(page, { maxLength: 6 }), (fragments) => {
      const text = visibleText(fragments.map(({ html }) => html).join(''))
      expect(text.split(/\s+/).filter(Boolean)).toEqual(fragments.flatMap(({ seen }) => seen))
    }),
  )
})

/**
 * Fragments of malformed HTML, without elements that set a colour (links, `font color`): the parser would reopen them
 * inside the hidden block and make its text visible.
 */
const tagSoup = fc.array(
  fc.oneof(
    fc.constantFrom(
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<table>',
      '</table>',
      '<td>',
      '<tr>',
      '</div>',
      '</span>',
      '<a name=x>',
      '</a>',
    ),
    fc.constantFrom(
      '<li>',
      '<h1>',
      '</h1>',
      '<body>',
      '</body>',
      '</html>',
      '<form>',
      '<button>',
      '</br>',
      '<font size=7>',
      '&amp',
      '<',
    ),
    word,
  ),
  { maxLength: 30 },
)

test('keeps text hidden between any malformed tags', () => {
  fc.assert(
    fc.property(tagSoup, tagSoup, fc.constantFrom(...hidingStyles), (before, after, style) => {
      const html = `${before.join('')} <div style="${style}">HIDDEN</div>${after.join('')}`
      expect(visibleText(html)).not.toContain('HIDDEN')
    }),
  )
})

test('returns a string for any input', () => {
  const css = fc.string({ unit: fc.constantFrom(...'{}()[]"\'\\;:,.#@!/* a0-%\n') })
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: anyCharacter, maxLength: 2000 }),
        css.map((text) => `<style>${text}</style><p style='${text}'>`),
      ),
      (html) => {
        expect(typeof visibleText(html)).toBe('string')
      },
    ),
  )
})
