/** One line of a chart; both axes go from 0 to 1. */
export interface Series {
  name: string
  points: readonly { x: number; y: number }[]
}

interface Chart {
  title: string
  xLabel: string
  yLabel: string
  /** Draws the diagonal of a perfect calibration. */
  hasDiagonal: boolean
  series: readonly Series[]
}

const FONT = 'font-family="sans-serif" font-size="12"'
const WIDTH = 480
const HEIGHT = 400
const LEFT = 60
const TOP = 44
const PLOT = { width: 390, height: 270 }
/** Distinguishable by readers with colour blindness, on white and on black (Okabe and Ito). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7']
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1]

/** A line chart as an SVG document. */
export function drawChart({ title, xLabel, yLabel, hasDiagonal, series }: Chart): string {
  const x = (value: number) => LEFT + PLOT.width * value
  const y = (value: number) => TOP + PLOT.height * (1 - value)
  const at = (point: { x: number; y: number }) => `${round(x(point.x))},${round(y(point.y))}`
  const line = (points: readonly { x: number; y: number }[], style: string) =>
    `<polyline fill="none" ${style} points="${points.map(at).join(' ')}"/>`
  const text = (left: number, top: number, content: string, style = '') =>
    `<text x="${round(left)}" y="${round(top)}" ${style}>${escapeXml(content)}</text>`
  const middle = 'text-anchor="middle"'
  const ticks = TICKS.flatMap((tick) => [
    line(
      [
        { x: 0, y: tick },
        { x: 1, y: tick },
      ],
      'stroke="#ddd"',
    ),
    text(LEFT - 8, y(tick) + 4, percent(tick), 'text-anchor="end"'),
    text(x(tick), TOP + PLOT.height + 18, percent(tick), middle),
  ])
  const lines = series.flatMap(({ name, points }, i) => {
    const colour = COLOURS[i % COLOURS.length] ?? ''
    const left = LEFT + (i * PLOT.width) / Math.max(1, series.length)
    const top = TOP + PLOT.height + 60
    return [
      line(points, `stroke="${colour}" stroke-width="2"`),
      ...points.map(
        (point) => `<circle cx="${round(x(point.x))}" cy="${round(y(point.y))}" r="2.5" fill="${colour}"/>`,
      ),
      `<rect x="${round(left)}" y="${top - 9}" width="10" height="10" fill="${colour}"/>`,
      text(left + 15, top, name),
    ]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" ${FONT}>`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text(WIDTH / 2, 24, title, `${middle} font-size="15"`),
    ...ticks,
    ...(hasDiagonal
      ? [
          line(
            [
              { x: 0, y: 0 },
              { x: 1, y: 1 },
            ],
            'stroke="#999" stroke-dasharray="4 4"',
          ),
        ]
      : []),
    ...lines,
    text(LEFT + PLOT.width / 2, TOP + PLOT.height + 38, xLabel, middle),
    text(0, 0, yLabel, `${middle} transform="translate(16 ${TOP + PLOT.height / 2}) rotate(-90)"`),
    '</svg>',
    '',
  ].join('\n')
}

function round(value: number): number {
  return Math.round(10 * value) / 10
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
