// Preloaded by run.mjs into a program that npm has started.
import { onEndOfParent } from './on-end-of-parent.mjs'

onEndOfParent(() => process.kill(process.pid, 'SIGTERM'))
