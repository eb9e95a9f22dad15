import { test } from 'vitest'
import { rareSequence } from './rare-sequence.ts'
import { runSequence } from './run-sequence.ts'

test('the rules hold in a sequence that random ones rarely contain', () =>
  runSequence('outlook', 92, rareSequence.outlook))
