import { parseArgs } from 'node:util'
import { ensureBrowser } from './lib/browser.ts'
import { buildPage } from './lib/build-page.ts'
import { ensureDovecot } from './lib/dovecot.ts'

/** What `npm test` needs beside the packages. `--without-page` where no chosen test opens a browser. */
const { values } = parseArgs({ options: { 'without-page': { type: 'boolean', default: false } } })
ensureDovecot()
process.exitCode = values['without-page'] || (ensureBrowser() && buildPage()) ? 0 : 1
