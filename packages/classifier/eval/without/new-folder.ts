export * from '../../new-folder.ts'

export const likeliestNewFolder = (): null => null
