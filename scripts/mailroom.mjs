#!/usr/bin/env node
// The command `mailroom` (`npx mailroom` in a clone).
process.argv.splice(2, 0, 'scripts/mailroom.ts')
await import('./run.mjs')
