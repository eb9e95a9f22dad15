/** Names for groups of file extensions. A key that is an extension stands for itself. */
export const fileGroups = {
  pdf: ['pdf'],
  image: ['jpg', 'jpeg', 'png', 'gif', 'heic', 'heif', 'webp', 'tif', 'tiff', 'bmp', 'svg'],
  document: ['docx', 'doc', 'odt', 'rtf'],
  spreadsheet: ['xlsx', 'xls', 'ods', 'csv'],
  presentation: ['pptx', 'ppt', 'odp', 'key'],
  archive: ['zip', 'rar', '7z', 'tar', 'gz'],
  csv: ['csv'],
  xml: ['xml'],
  text: ['txt', 'md'],
  video: ['mp4', 'mov', 'avi', 'mkv', 'webm'],
  audio: ['mp3', 'wav', 'm4a', 'ogg', 'flac'],
  calendar: ['ics'],
} as const satisfies Record<string, readonly string[]>
export type FileGroup = keyof typeof fileGroups
