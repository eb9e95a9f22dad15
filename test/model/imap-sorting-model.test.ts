import { test } from 'vitest'
import { rareSequence } from './rare-sequence.ts'
import { runSequence } from './run-sequence.ts'

// In a file of its own, beside the one of Outlook: each takes several seconds of a worker.
test('the rules hold for IMAP in a sequence that random ones rarely contain', () =>
  runSequence('imap', 92, rareSequence.imap))
