import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take long although they are small or mostly wait. Vitest starts files without known durations by their
 * size: these would be the last ones, and one worker would run them while the others have nothing left.
 */
const longFiles = [
  'server/actions/engine/worker-crash.test.ts',
  'server/node/restore-in-pause.test.ts',
  'test/model/sorting-model.test.ts',
  'test/model/imap-sorting-model.test.ts',
  'test/start.test.ts',
  'test/conformance/mail-server.test.ts',
  'server/actions/prompt-injection.test.ts',
]

/** The end-to-end files first, since each takes longer than most others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      if (moduleId.includes('/test/e2e/')) return 0
      return longFiles.some((file) => moduleId.endsWith(`/${file}`)) ? 1 : 2
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
