/** Of the files that mails usually bring; Google Drive shows a file by its type, not by its name. */
const types: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  eml: 'message/rfc822',
  gif: 'image/gif',
  heic: 'image/heic',
  ics: 'text/calendar',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  odt: 'application/vnd.oasis.opendocument.text',
  pdf: 'application/pdf',
  png: 'image/png',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  rtf: 'application/rtf',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  webp: 'image/webp',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
}

/** By the ending of the name (IANA media types). What could run in a browser is bytes: nobody said that it may. */
export function mediaTypeOf(name: string): string {
  const ending = /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return (Object.hasOwn(types, ending) ? types[ending] : undefined) ?? 'application/octet-stream'
}
