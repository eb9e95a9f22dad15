import { OperatorSetting } from '../../contract/operator-settings.ts'
import { defaultOf } from '../../server/setting-fields.ts'
import { settingsGroups } from './settings-text.ts'

const lineLength = 120

/** docs/settings.md: names and defaults come from server/setting-fields.ts. */
export function settingsReference(): string {
  const groups = settingsGroups.map(({ title, rows }) => {
    const cells = rows.map(({ names, text }) => `| ${codeOf(names)} | ${defaultsOf(names)} | ${text} |\n`)
    const more = rows.flatMap((row) => (row.more ? [listItem(`**${codeOf(row.names)}** ${row.more}`)] : []))
    const details = more.length === 0 ? '' : `\n${more.join('')}`
    return `## ${title}\n\n| setting | default | meaning |\n|---|---|---|\n${cells.join('')}${details}`
  })
  return `# Settings

All settings are environment variables; the commands also read \`.env\` in the folder of the clone, which
\`npm run setup\` writes. An empty value counts as not set. \`npm run doctor\` checks them. This page is generated from
\`server/setting-fields.ts\` by \`npm run docs\`.

An operator can also enter these on the page *Set up* (\`/operator/set-up\`), where they are stored encrypted in the
database, for all nodes and commands. What the environment sets wins, and the page only shows it. Where both together
are not valid, the environment applies alone, and the page and the log say why. The sandbox uses none of them.

${listed(OperatorSetting.options)}

${groups.join('\n')}`
}

/** In lines of a document. */
const listed = (names: readonly string[]): string =>
  listItem(names.map((name) => `\`${name}\``).join(', '))
    .replace(/^- /, '')
    .replaceAll('\n  ', '\n')
    .trimEnd()

/** An item of a list, in lines of a document. */
function listItem(text: string): string {
  const lines = ['-']
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length <= lineLength) lines[lines.length - 1] = line
    else lines.push(`  ${word}`)
  }
  return `${lines.join('\n')}\n`
}

const codeOf = (names: string[]): string => names.map((name) => `\`${name}\``).join(', ')

const defaultsOf = (names: string[]): string => [...new Set(names.flatMap(defaultText))].join(', ')

function defaultText(name: string): string[] {
  const value = defaultOf(name)
  return value === null ? [] : [`\`${value}\``]
}
