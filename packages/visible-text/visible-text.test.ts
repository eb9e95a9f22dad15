import { describe, expect, test } from 'vitest'
import { hidingStyles } from './testing/hiding-styles.ts'
import { visibleText } from './visible-text.ts'

describe('hidden text', () => {
  test.each(hidingStyles)('is removed when its style is %s', (style) => {
    const quoted = style.includes('"') ? `'${style}'` : `"${style}"`
    expect(visibleText(`<p>A</p><div style=${quoted}>HIDDEN<b>HIDDEN</b></div><p>B</p>`)).toBe('A\n\nB')
  })

  test.each(
    [
      'HIDDEN',
      '<!-- HIDDEN -->',
      '<!--[if mso]>HIDDEN<![endif]-->',
      '<p hidden>HIDDEN</p>',
      '<p hidden="until-found">HIDDEN</p>',
      '<script>HIDDEN</script>',
      '<style>HIDDEN</style>',
      '<title>HIDDEN</title>',
      '<template>HIDDEN</template>',
      '<iframe>HIDDEN</iframe>',
      '<svg><text>HIDDEN</text></svg>',
      '<details>HIDDEN<p>HIDDEN</details>',
      '<select><option>HIDDEN</select>',
      '<dialog>HIDDEN</dialog>',
      '<input type=hidden value=HIDDEN>',
      '<font color=#ffffff>HIDDEN</font>',
      '<font color=FFFFFF>HIDDEN</font>',
      '<table bgcolor=red><tr><td><font color=red>HIDDEN</table>',
      '<body link=#ffffff><a href=x>HIDDEN</a>',
    ].slice(1),
  )('is removed from %s', (html) => {
    expect(visibleText(`${html}seen`)).toBe('seen')
  })

  test.each([
    '.x{display:none}.x{display:nonsense}',
    '.X{opacity:0}',
    '.\\78{opacity:0}',
    '#o .x{display:none}',
    '#o>.x{display:none!important}.x{display:block}',
    '#o .x{display:none} .x{display:block}',
    'div[class=x]{font-size:0}',
    '*{color:white}',
    'x;.x{display:block} .x{display:none}',
    '.x,}{a{} .x{visibility:hidden}',
    '<!-- .x{display:none} -->',
    '@import "a"; .x{opacity:0}',
    '@font-face{font-family:a}.x{opacity:0}',
    '@media screen{.x{display:none}}',
    '@media (min-width:1px){.x{display:none}}',
    '@media (resolution > 1dppx){.x{display:none}}',
    '@supports (a:b){.x{display:none}}',
    'div:first-child{display:none}',
    'p + div{display:none}',
    '#o{ .x{display:none} }',
    '.x{display:none} .x:nth-child(99){display:block}',
    '.x{display:none} @media (resolution > 9dppx){.x{display:block}}',
  ])('is removed when the style sheet is %s', (css) => {
    expect(visibleText(`<style>${css}</style><div id=o><div class=x>HIDDEN</div></div>`)).toBe('')
  })

  test('follows the tree that browsers build, not the order of tags', () => {
    expect(visibleText('<span style="display:none">HIDDEN<div>HIDDEN</span>HIDDEN</div></span>seen')).toBe('seen')
    expect(visibleText('<p style="display:none">HIDDEN<div>seen</div>')).toBe('seen')
    expect(visibleText('<b style="color:#fff"><p>HIDDEN</b>seen')).toContain('seen')
    expect(visibleText('<b style="color:#fff"><p>HIDDEN</b>seen')).not.toContain('HIDDEN')
  })
})

describe('pictures', () => {
  const footer = 'You get this email because you have signed up for it. Unsubscribe at any time. '.repeat(4)

  test.each([
    [
      '<a href=x><img src=x alt="Up to 40 % off shoes"></a><p>Ends on <img src=y alt="Sunday">.',
      'Up to 40 % off shoes\nEnds on Sunday .',
    ],
    [`<img src=x alt="Up to 40 % off shoes" width=600><p>${footer}`, `Up to 40 % off shoes\n${footer.trim()}`],
    [
      '<td style="font-size:0;line-height:0"><img src=x alt="Your order has shipped" width="100%">',
      'Your order has shipped',
    ],
    ['<td bgcolor=white><font color=white><img src=x alt="Sale" height=40>', 'Sale'],
    [
      '<img alt="Spring collection"><img alt=" Spring collection "><img alt="Free returns">',
      'Spring collection Free returns',
    ],
    ['<picture><source srcset=y><img src=x alt="Invitation" width="33%"></picture>', 'Invitation'],
  ])('are read as what they describe, in their place, once: %#', (html, text) => {
    expect(visibleText(html)).toBe(text)
  })

  test.each([
    '<img alt=HIDDEN width=1 height=1>',
    '<img alt=HIDDEN style="display:none">',
    '<img alt=HIDDEN style="opacity:0">',
    '<div hidden><img alt=HIDDEN></div>',
    '<div style="visibility:hidden"><img alt=HIDDEN></div>',
    '<img alt="">',
    '<img title=HIDDEN>',
    '<img alt=HIDDEN width=32 height=32>',
    '<img alt=HIDDEN height=1 width=600>',
    '<img alt="HIDDEN.png">',
    '<img alt="https://shop.example/HIDDEN.jpeg">',
  ])('say nothing: %s', (html) => {
    expect(visibleText(`${html}<p>seen`)).toBe('seen')
  })

  const megabyte = 1024 * 1024
  test.each([
    ['an embedded picture', `<img src="data:image/png;base64,${'iVBORw0KGgo/'.repeat(megabyte / 4)}">`],
    ['an unquoted embedded picture', `<img src=data:image/png;base64,${'iVBORw0KGgo='.repeat(megabyte / 16)}>`],
    ['a background', `<div style="background:url(data:image/gif;base64,${'R0lGODlh'.repeat(megabyte / 8)})"></div>`],
    ['a comment', `<!-- ${'x'.repeat(megabyte)} -->`],
    ['a style sheet', `<style>${' '.repeat(megabyte)}.x{display:none}</style><p class=x>HIDDEN</p>`],
    ['an unknown attribute', `<div data-state="${'x'.repeat(megabyte)}"></div>`],
  ])('%s of a megabyte before the text hides none of it', (_, html) => {
    expect(visibleText(`${html}<p>seen`)).toBe('seen')
  })

  const file = `data:image/png;base64,${'iVBORw0KGgo/'.repeat((5 * megabyte) / 12)}=`
  const wrapped = file.replaceAll(/.{76}/g, '$&\r\n')
  test.each([
    ['an unquoted picture', `<img src=${file}>`],
    ['a picture in lines', `<img src="${wrapped}">`],
    ['a percent-encoded picture', `<img src='data:image/svg+xml,${'%3Cp%3E'.repeat(0.7 * megabyte)}'>`],
    ['a background', `<table><tr><td style="background:url(${file})">HIDDEN</table>`],
    ['a font', `<style>@font-face{src:url('${file}')}.x{display:none}</style><p class=x>HIDDEN`],
    ['a comment', `<!-- ${'x'.repeat(5 * megabyte)} -->`],
  ])('%s of 5 MB before the text hides none of it', (_, html) => {
    expect(visibleText(`${html}<p>seen`)).toBe('seen')
  })

  const run = 'A'.repeat(2.1 * megabyte)
  test.each([
    `<div title="${run}zzz${run}">HIDDEN</div><style>[title*=zzz]{display:none}</style>`,
    `<div src="${run}zzz${run}">HIDDEN</div><style>[src*=zzz]{display:none}</style>`,
    `<div\n${run}\nhidden\n${run}>HIDDEN</div>`,
    `<div src=${run}\nhidden\n${run}>HIDDEN</div>`,
    `<style>.x{display:none}.${run}${run}{display:block}</style><div class="x ${run}b${run}">HIDDEN</div>`,
  ])('a page of more than 4 MB hides what it hid: %#', (html) => {
    expect(visibleText(`${html}<p>seen`)).toBe('seen')
  })
})

describe('visible text', () => {
  test.each([
    '@media (max-width:600px){.x{display:none!important}}',
    '@media print{.x{display:none}}',
    '@media (prefers-color-scheme:dark){.x{color:#fff}}',
    '[data-ogsc] .x{color:#fff}',
    '.x:hover{display:none}',
    '.x::before{display:none}',
    '.x{display:none}.x{display:block}',
    '.x{display:none}#o .x{display:block}',
    'p.x{display:none}',
    '.x.y{display:none}',
    '@keyframes q{from{opacity:0}}',
    '.x{color:#fff;background:#333}',
    '.x{margin:0 auto;width:100%;max-width:600px;overflow:hidden;line-height:1.5}',
    '.x{position:relative;left:-10px;transform:translate(-50%,-50%)}',
  ])('is kept when the style sheet is %s', (css) => {
    expect(visibleText(`<style>${css}</style><div id=o><div class=x>seen</div></div>`)).toBe('seen')
  })

  test.each([
    'style="font-size:0"><span style="font-size:13px"',
    'style="visibility:hidden"><b style="visibility:visible"',
    'bgcolor="#000000"><font color="#ffffff"',
    'style="background:#000 url(data:image/png;base64,AAA=);color:#fff"',
    'style="height:0"',
    'hidden-thing style="color:windowtext"',
  ])('is kept in a cell with %s', (attributes) => {
    expect(visibleText(`<table><tr><td ${attributes}>seen</table>`)).toBe('seen')
  })

  test('keeps line breaks and loses markup', () => {
    const html = [
      '<html><head><title>no</title></head><body><div class="PlainText">Dear&nbsp;Anna,<br>one  two</div>\n',
      '<pre>a\n  b</pre><table><tr><td>Total</td><td>5 &euro;</td></tr><tr><td>z</td></tr></table>',
      '<noscript>yes</noscript></body></html>',
    ].join('')
    expect(visibleText(html)).toBe('Dear Anna,\none two\n\na\nb\n\nTotal 5 €\n\nz\n\nyes')
    expect(visibleText('no page at all')).toBe('no page at all')
  })
})
