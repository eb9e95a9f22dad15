import { folderNameMaxLength } from './limits.ts'

/** A name of blanks, zero-width and direction characters only, which no reader sees. */
export const isInvisible = (name: string): boolean => /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u.test(name)

/**
 * Validates a folder name by Outlook's rules, on the page and on the server.
 * @returns the error code; null where the trimmed name is valid
 */
export function validateFolderName(
  name: string,
): 'folder_name_required' | 'folder_name_too_long' | 'folder_name_invalid' | null {
  const trimmed = name.trim()
  if (isInvisible(trimmed)) return 'folder_name_required'
  if (trimmed.length > folderNameMaxLength) return 'folder_name_too_long'
  return /[\p{Cc}\p{Cs}]/u.test(trimmed) ? 'folder_name_invalid' : null
}
