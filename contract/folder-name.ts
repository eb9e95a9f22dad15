import { folderNameMaxLength } from './limits.ts'

/**
 * Validates a folder name by Outlook's rules, on the page and on the server.
 * @returns the error code; null where the trimmed name is valid
 */
export function validateFolderName(
  name: string,
): 'folder_name_required' | 'folder_name_too_long' | 'folder_name_invalid' | null {
  const trimmed = name.trim()
  // A name of zero-width and direction characters only is invisible.
  if (/^[\s\p{Cf}]*$/u.test(trimmed)) return 'folder_name_required'
  if (trimmed.length > folderNameMaxLength) return 'folder_name_too_long'
  return /\p{Cc}/u.test(trimmed) ? 'folder_name_invalid' : null
}
