/** Sentences that complete a prompt. The parser skips these sentences, because they describe existing behaviour. */
export interface EnhancementSentences {
  language: string
  /** Goes before the user's words. */
  trigger: string
  /** Matches a prompt that already says when. */
  saysWhen: RegExp
  /** Added if no service is named. */
  where: string
  /** Added if no folder is named. */
  baseFolder: string
  names: string
  nameConflict: string
  inline: string
  contact: string
  missing: string
  nothingElse: string
}

const english: EnhancementSentences = {
  language: 'en',
  trigger: 'When a new mail arrives in this folder:',
  saysWhen: /^(when|whenever|if|as soon as|every time|each time|once)\b/i,
  where: 'Say here where the files are kept: Dropbox, Google Drive or OneDrive.',
  baseFolder: 'Put the files directly into the base folder.',
  names: 'Keep the original names of the files.',
  nameConflict: 'If a file of that name is already there, keep both and overwrite nothing.',
  inline: 'Leave out pictures that belong to the text or to a signature.',
  contact: 'If this contact already exists, change nothing.',
  missing: 'If something is not in the mail, leave it empty.',
  nothingElse: 'Send nothing and delete nothing.',
}
const german: EnhancementSentences = {
  language: 'de',
  trigger: 'Wenn eine neue Mail in diesem Ordner eintrifft:',
  saysWhen: /^(wenn|sobald|falls|jedes mal|immer wenn)\b/i,
  where: 'Hier angeben, wo die Dateien liegen: Dropbox, Google Drive oder OneDrive.',
  baseFolder: 'Die Dateien direkt in den Basisordner legen.',
  names: 'Die ursprünglichen Dateinamen behalten.',
  nameConflict: 'Gibt es schon eine Datei mit diesem Namen, beide behalten und nichts überschreiben.',
  inline: 'Bilder weglassen, die zum Text oder zu einer Signatur gehören.',
  contact: 'Gibt es diesen Kontakt schon, nichts ändern.',
  missing: 'Was nicht in der Mail steht, leer lassen.',
  nothingElse: 'Nichts senden und nichts löschen.',
}
const french: EnhancementSentences = {
  language: 'fr',
  trigger: 'Quand un nouveau message arrive dans ce dossier :',
  saysWhen: /^(quand|lorsqu|dès qu|si|chaque fois)/i,
  where: 'Indiquer ici où se trouvent les fichiers : Dropbox, Google Drive ou OneDrive.',
  baseFolder: 'Mettre les fichiers directement dans le dossier de base.',
  names: 'Garder les noms d’origine des fichiers.',
  nameConflict: 'Si un fichier de ce nom existe déjà, garder les deux et ne rien écraser.',
  inline: 'Laisser de côté les images qui font partie du texte ou d’une signature.',
  contact: 'Si ce contact existe déjà, ne rien changer.',
  missing: 'Laisser vide ce qui ne figure pas dans le message.',
  nothingElse: 'Ne rien envoyer et ne rien supprimer.',
}
const spanish: EnhancementSentences = {
  language: 'es',
  trigger: 'Cuando llegue un correo nuevo a esta carpeta:',
  saysWhen: /^(cuando|si|cada vez|en cuanto)\b/i,
  where: 'Indicar aquí dónde están los archivos: Dropbox, Google Drive u OneDrive.',
  baseFolder: 'Poner los archivos directamente en la carpeta base.',
  names: 'Conservar los nombres originales de los archivos.',
  nameConflict: 'Si ya existe un archivo con ese nombre, conservar los dos y no sobrescribir nada.',
  inline: 'Dejar fuera las imágenes que pertenecen al texto o a una firma.',
  contact: 'Si este contacto ya existe, no cambiar nada.',
  missing: 'Dejar vacío lo que no esté en el correo.',
  nothingElse: 'No enviar nada y no borrar nada.',
}
const dutch: EnhancementSentences = {
  language: 'nl',
  trigger: 'Wanneer er een nieuwe mail in deze map aankomt:',
  saysWhen: /^(wanneer|zodra|als|telkens|elke keer)\b/i,
  where: 'Zeg hier waar de bestanden staan: Dropbox, Google Drive of OneDrive.',
  baseFolder: 'De bestanden rechtstreeks in de basismap zetten.',
  names: 'De oorspronkelijke bestandsnamen behouden.',
  nameConflict: 'Bestaat er al een bestand met die naam, beide behouden en niets overschrijven.',
  inline: 'Afbeeldingen weglaten die bij de tekst of bij een handtekening horen.',
  contact: 'Bestaat dit contact al, niets veranderen.',
  missing: 'Wat niet in de mail staat, leeg laten.',
  nothingElse: 'Niets versturen en niets verwijderen.',
}

const all = [english, german, french, spanish, dutch]
export const enhancementSentences = (language: string): EnhancementSentences =>
  all.find((sentences) => sentences.language === language) ?? english

const sentences = all.flatMap(({ language: _language, saysWhen: _saysWhen, ...texts }) => Object.values(texts))

/** Removes the added sentences, so that only the user's own words remain. */
export const removeEnhancement = (prompt: string): string =>
  sentences.reduce((text, sentence) => text.replaceAll(sentence, ' '), prompt)
