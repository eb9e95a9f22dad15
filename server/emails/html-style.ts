/** The page's colours and its airmail edge (`web/ui/styles.css`) in hexadecimal, which every email client supports. */
const light = {
  canvas: '#f7f9fb',
  surface: '#ffffff',
  sunken: '#f0f3f6',
  line: '#dfe2e6',
  ink: '#1b212a',
  muted: '#575d66',
  accent: '#2057b1',
  onAccent: '#ffffff',
  red: '#d65a52',
  paper: '#eef1f6',
  blue: '#4d79c7',
}

const font = `font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`
const mono = `font-family:Consolas,Menlo,'Courier New',monospace`
/** Long words and URLs must not widen the layout; no line has a single short word. */
const breakWords = 'overflow-wrap:anywhere;word-break:break-word;text-wrap:pretty'
/** Joins declarations of one inline style. */
const css = (...declarations: string[]): string => declarations.join(';')

export const styles = {
  body: `margin:0;padding:0;width:100%;background-color:${light.canvas};-webkit-text-size-adjust:100%`,
  /** Excerpt in message lists; hidden in the email itself. */
  preheader:
    'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all',
  canvas: `width:100%;background-color:${light.canvas}`,
  outer: 'padding:24px 12px 32px',
  column: 'width:100%;max-width:560px',
  brand: `padding:0 4px 14px;${font};font-size:17px;line-height:24px;font-weight:700;color:${light.ink}`,
  /** Clips the stripes to the card's corners; the border is the card's own. */
  stripes: 'width:100%;table-layout:fixed;border-radius:12px 12px 0 0;overflow:hidden',
  stripe: 'height:6px;font-size:0;line-height:0',
  stripeColours: [light.red, light.paper, light.blue, light.paper],
  card: css(
    `padding:26px 24px 24px;background-color:${light.surface}`,
    `border:1px solid ${light.line};border-top:0;border-radius:0 0 12px 12px`,
  ),
  heading: css(
    `margin:0 0 14px;${font};font-size:22px;line-height:29px;font-weight:700;color:${light.ink}`,
    'text-wrap:balance',
  ),
  paragraph: css(`margin:0 0 14px;${font};font-size:16px;line-height:25px;color:${light.ink}`, breakWords),
  sectionHeading: `margin:24px 0 4px;${font};font-size:16px;line-height:24px;font-weight:700;color:${light.ink}`,
  sectionTable: 'width:100%;border-collapse:collapse',
  sectionList: 'margin:0;padding:0;list-style:none',
  sectionText: css(
    `margin:0;padding:9px 0;text-align:left;font-weight:400;border-bottom:1px solid ${light.line}`,
    `${font};font-size:15px;line-height:22px;color:${light.ink}`,
    breakWords,
  ),
  sectionDetail: css(`${font};font-size:13px;line-height:19px;color:${light.muted}`, breakWords),
  sectionLink: css(
    `display:inline-block;padding:6px 0 2px;${font};font-size:15px;line-height:22px`,
    `color:${light.accent};text-decoration:underline`,
  ),
  sectionValue: css(
    `padding:9px 0 9px 16px;border-bottom:1px solid ${light.line};vertical-align:top;white-space:nowrap`,
    `${font};font-size:15px;line-height:22px;color:${light.muted}`,
  ),
  buttonTable: 'margin:22px 0 24px',
  buttonCell: `background-color:${light.accent};border-radius:8px;mso-padding-alt:13px 26px`,
  buttonLink: css(
    `display:inline-block;padding:13px 26px;${font};font-size:16px;line-height:22px;font-weight:600`,
    `color:${light.onAccent};text-decoration:none;border-radius:8px`,
  ),
  codeTable: 'margin:20px 0 24px',
  codeLabel: css(
    `padding:14px 12px 0;background-color:${light.sunken};border-radius:8px 8px 0 0`,
    `${font};font-size:14px;line-height:20px;color:${light.muted}`,
  ),
  /** Left padding equals the letter spacing after the last digit, so that the code is centred. */
  code: css(
    `padding:4px 0 14px 8px;background-color:${light.sunken};border-radius:0 0 8px 8px`,
    `${mono};font-size:32px;line-height:40px;font-weight:700;letter-spacing:8px;color:${light.ink}`,
  ),
  footnote: css(
    `margin:24px 0 0;padding:16px 0 0;border-top:1px solid ${light.line}`,
    `${font};font-size:14px;line-height:21px;color:${light.muted}`,
    breakWords,
  ),
  footer: css(`padding:16px 4px 0;${font};font-size:13px;line-height:20px;color:${light.muted}`, breakWords),
  footerLink: `color:${light.muted};text-decoration:underline`,
}

/** Dark-mode overrides for email clients that invert colours. */
export const darkStyle = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .canvas { background-color: #0e1116 !important; }
  .card { background-color: #16191f !important; border-color: #2a2e36 !important; }
  .sunken { background-color: #1f2229 !important; }
  .line { border-color: #2a2e36 !important; }
  .ink { color: #ebedf0 !important; }
  .quiet { color: #a5aab1 !important; }
  .button { background-color: #86b4fa !important; }
  .link { color: #86b4fa !important; }
  .on-button { color: #0c1421 !important; }
}
`
