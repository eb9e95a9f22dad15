import { defaultOf } from '../../server/config.ts'
import { settingsGroups } from './settings-text.ts'

/** docs/settings.md: names and defaults come from server/config.ts. */
export function settingsReference(): string {
  const tables = settingsGroups.map(
    ({ title, rows }) =>
      `## ${title}\n\n| setting | default | meaning |\n|---|---|---|\n${rows
        .map(({ names, text }) => `| ${codeOf(names)} | ${defaultsOf(names)} | ${text} |`)
        .join('\n')}\n`,
  )
  return `# Settings

All settings are environment variables; the commands also read \`.env\` in the folder of the clone, which
\`npm run setup\` writes. An empty value counts as not set. \`npm run doctor\` checks them. This page is generated from
\`server/config.ts\` by \`npm run docs\`.

${tables.join('\n')}`
}

const codeOf = (names: string[]): string => names.map((name) => `\`${name}\``).join(', ')

const defaultsOf = (names: string[]): string =>
  names
    .flatMap((name) => {
      const value = defaultOf(name)
      return value === null ? [] : [`\`${value}\``]
    })
    .join(', ')
