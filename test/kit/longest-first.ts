import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take long although they are small or mostly wait. Vitest starts files without known durations by their
 * size: these would be the last ones, and one worker would run them while the others have nothing left.
 */
const longFiles = [
  'test/model/sorting-model.test.ts',
  'test/provider-outage.test.ts',
  'test/start.test.ts',
  'server/vendors/files/file-store.test.ts',
  'server/db/embedded.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => longFiles.some((file) => moduleId.endsWith(`/${file}`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
