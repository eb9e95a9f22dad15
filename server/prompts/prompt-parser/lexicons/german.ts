import type { Lexicon } from '../lexicon.ts'

export const german: Lexicon = {
  language: 'de',
  by:
    'pro|je|sortiert nach|sortiere nach|geordnet nach|ordne nach|gruppiert nach|gruppiere nach|' +
    'fur jeden|fur jede|fur jedes|jeden|jede|jedem|jeder|anhand|anhand des|entsprechend|abhangig von|' +
    'getrennt nach|unterteilt nach',
  to: 'in|ins|im|unter|in den|in die|in das|in dem|in der|in meinem|in meinen|auf|in einen|in einem|hinein in',
  byOrTo: 'nach',
  from:
    'von der firma|vom lieferanten|von der|vom kunden|von firma|von meinem|von meiner|von|vom|aus|' +
    'von der|von dem|der firma',
  folder: 'ordner|ordnern|unterordner|unterordnern|verzeichnis|verzeichnisse|pfad|mappe|hauptordner',
  called:
    'benannt nach|mit namen|namens|mit dem namen|mit dem titel|mit titel|genannt|betitelt|' +
    'mit der bezeichnung|heisst|heissen',
  about: 'zu|zum|zur|uber|mit|betreffend|bezuglich|enthalt|enthalten|die|wegen|passend zu',
  name: 'namen|name|dateinamen|dateiname|im namen|im dateinamen|titel',
  not:
    'nichts|ignorieren|weglassen|auslassen|uberspringen|aussortieren|kein|keine|keinen|keiner|nicht|' +
    'ohne|ausser|ausgenommen|bis auf|niemals|nie|abgesehen von|mit ausnahme von|ignoriere|uberspringe',
  and: 'und|oder|sowie|und auch|auch|plus|ausserdem',
  next:
    'dann|und dann|danach|anschliessend|und danach|und anschliessend|zuerst|zunachst|zuletzt|' +
    'schliesslich|erst|daraufhin',
  larger: 'oberhalb von|uber|grosser als|mehr als|mindestens|ab|ab einer grosse von|grosser|minimum',
  smaller: 'unter|kleiner als|weniger als|hochstens|bis|bis zu|maximal|kleiner',
  between: 'zwischen',
  store:
    'speichere|speichern|speichert|gespeichert|ablegen|lege ab|abgelegt|abspeichern|sichere|sichern|' +
    'archiviere|archivieren|hochladen|lade hoch|kopiere|kopieren|sortiere|sortieren|sortiert|ordne|' +
    'ordnen|geordnet|sammle|sammeln|landen|kommen|gehoren|gehen|verschiebe|verschieben|packe|packen|' +
    'ab|stecke|behalte|behalten|gruppiere|gruppieren|hinterlege|hinterlegen|abheften',
  create:
    'erstelle|erstellen|anlegen|an|lege|leg|erzeuge|erzeugen|eroffne|eroffnen|neuen|neue|neuer|neues|' +
    'mache|mach einen|mach eine|offne',
  extract:
    'lies|lese|auslesen|extrahiere|extrahieren|herauslesen|ermittle|ermitteln|erfasse|erfassen|' +
    'entnimm|entnehmen|ziehe|heraussuchen|notiere',
  search:
    'prufe ob|prufe|prufen|schau ob|schaue ob|suche|suchen|such|durchsuche|durchsuchen|finde|finden|' +
    'schau nach|schaue nach|sieh nach|suche nach|suche heraus',
  retrieve: 'hole|holen|hol|abrufen|rufe ab|rufe|lade|herunterladen|lade herunter|abholen|besorge|bring mir|bringe',
  get: 'nimm|nehme',
  add: 'aufnehmen|nimm auf|hinzufugen|fuge hinzu|fuge|fug|eintragen|trage ein|trage|ubernehmen|ubernimm|erganze|hinzu',
  files:
    'anhang|anhange|anhangen|datei|dateien|dokument|dokumente|dokumenten|alles|alle|alle anhange|' +
    'alle dateien|alles andere|rest|den rest|der rest|ubrige|unterlagen|sie|es|beilagen|mailanhange|' +
    'mitgeschickte|angehangte',
  contact: 'kontakt|kontakte|kontakten|kontaktperson|ansprechpartner|kontaktdatensatz|neuen kontakt|kunden anlegen',
  opportunity:
    'verkaufschance|verkaufschancen|deal|deals|opportunity|chance|verkaufsgelegenheit|' +
    'neue verkaufschance|neuen deal|angebotschance|geschaftschance',
  mail:
    'mail|mails|e mail|e mails|email|emails|nachricht|nachrichten|posteingang|text der mail|mailtext|' +
    'eingehende mails',
  delete: 'losche|loschen|losch|entferne|entfernen|vernichte|verwerfe|papierkorb|abbestellen|wegwerfen',
  send:
    'sende|senden|schicke|schicken|weiterleiten|leite weiter|leite|antworte|antworten|beantworte|' +
    'beantworten|benachrichtige|benachrichtigen|informiere|teile|melde|schreibe|schreib|erinnere|' +
    'rufe an|verschicke|versende',
  other:
    'umbenennen|benenne um|benenne|drucke|drucken|ubersetze|ubersetzen|fasse zusammen|zusammenfassen|' +
    'bezahle|bezahlen|uberweise|unterschreibe|konvertiere|umwandeln|entpacke|entpacken|produkt|' +
    'produkte|aufgabe|aufgaben|termin|termine|markiere|markieren|freigeben|berechne|besprechung|' +
    'zusammenfassung',
  filler:
    'bei|der|die|das|den|dem|des|ein|eine|einen|einem|einer|eines|bitte|mein|meine|meinen|meinem|' +
    'meiner|ich|wir|unser|unsere|du|mir|mich|mochte|mochten|will|wollen|soll|sollen|sollte|werden|' +
    'wird|ist|sind|sei|dass|nur|ausschliesslich|fur|eigener|eigene|eigenen|eigenes|eigenem|als|wenn|' +
    'sobald|falls|kommt|eingeht|eintrifft|neu|diese|dieser|diesen|dieses|dieser mail|fruhere|fruheren|' +
    'altere|vorhandene|jeweils|jeweiligen|jeweilige|automatisch|immer|so|am|dort|da|hier|format|' +
    'grosse|gross|welche|hat|haben|sich|mehrere|interessent|interessenten|lead|leads|darin|dafur|' +
    'davon|unterordnern pro|einfach|gern|gerne|allen|man|kann|konnen|aller|mal|dazu|erhalten|' +
    'kein problem|entsprechenden|uns',
  fields: {
    sender_address:
      'e mail adresse|email adresse|mail adresse|mailadresse|emailadresse|adresse|absenderadresse|' +
      'e mail adressen|adresse des absenders',
    sender_domain: 'firma|firmen|unternehmen|domain|domane|organisation|betrieb|absenderdomain',
    sender_name:
      'absender|absenders|absendern|absendername|person|personen|kunde|kunden|kundin|lieferant|' +
      'lieferanten|auftraggeber|mandant|mandanten|versender',
    subject: 'betreff|betreffzeile|thema|betreffs|betreff der mail',
    year: 'jahrliche|jahrlichen|jahrweise|jahr|jahre|jahren|jahrlich|kalenderjahr|jahrgang|jahres',
    month: 'monatliche|monatlichen|monatsweise|monat|monate|monaten|monatlich|monats',
    day: 'tagliche|taglichen|tag|tage|tagen|taglich',
    date: 'rechnungsdatum|belegdatum|datum|eingangsdatum|empfangsdatum|datums',
    file_type:
      'dateityp|dateitypen|dateiart|dateiarten|typ|art der datei|dateiformat|dateiendung|endung|typ der datei|art',
  },
  kinds: {
    invoice: 'rechnung|rechnungen',
    receipt: 'quittung|quittungen|beleg|belege|belegen|kassenbon|kassenbons|kassenzettel|quittungen und belege',
    contract: 'vertrag|vertrage|vertragen|vereinbarung|vereinbarungen',
    quote: 'angebot|angebote|angeboten|offerte|offerten|kostenvoranschlag|kostenvoranschlage',
    order:
      'bestellung|bestellungen|auftrag|auftrage|auftragsbestatigung|auftragsbestatigungen|' +
      'bestellbestatigung|bestellbestatigungen',
    delivery_note: 'lieferschein|lieferscheine|lieferscheinen',
    statement: 'kontoauszug|kontoauszuge|kontoauszugen|auszuge|depotauszug|depotauszuge',
    tax:
      'steuer|steuern|steuerunterlagen|steuerbescheid|steuerbescheide|steuerdokumente|steuererklarung|' +
      'steuererklarungen',
    payslip:
      'gehaltsabrechnung|gehaltsabrechnungen|lohnabrechnung|lohnabrechnungen|lohnzettel|gehaltszettel|' +
      'entgeltabrechnung|entgeltabrechnungen',
    report: 'bericht|berichte|berichten|report|reports',
    draft: 'entwurf|entwurfe|entwurfen',
    application: 'bewerbung|bewerbungen|bewerbungsunterlagen',
    resume: 'lebenslauf|lebenslaufe|lebenslaufen|cv',
    insurance:
      'versicherungspapiere|versicherungspapieren|versicherungsdokumente|versicherung|versicherungen|' +
      'versicherungsunterlagen|police|policen',
    ticket: 'ticket|tickets|fahrkarte|fahrkarten|eintrittskarte|eintrittskarten',
    reminder: 'mahnung|mahnungen|zahlungserinnerung|zahlungserinnerungen',
    certificate: 'zertifikat|zertifikate|zeugnis|zeugnisse|bescheinigung|bescheinigungen',
    newsletter: 'newsletter|newslettern|rundbrief',
    signature: 'signatur|signaturen',
    logo: 'logo|logos',
  },
  groups: {
    pdf: 'pdf|pdfs|pdf datei|pdf dateien|pdf dokument|pdf dokumente|pdf format|im pdf format|als pdf',
    image: 'bild|bilder|bildern|foto|fotos|bilddatei|bilddateien|grafik|grafiken|screenshots|aufnahmen|scans',
    document: 'word|word dokument|word dokumente|word datei|word dateien|docx|doc|worddokumente|textdokumente',
    spreadsheet:
      'excel|excel tabelle|excel tabellen|excel datei|excel dateien|tabelle|tabellen|exceltabellen|' +
      'exceldateien|xlsx|tabellenkalkulationen',
    presentation:
      'prasentation|prasentationen|powerpoint|powerpoint dateien|powerpoint prasentationen|foliensatze|pptx',
    archive: 'zip|zips|zip datei|zip dateien|zip archiv|zip archive|archivdateien|komprimierte dateien',
    csv: 'csv|csv datei|csv dateien',
    xml: 'xml|xml datei|xml dateien',
    text: 'txt|textdatei|textdateien',
    video: 'video|videos|filme|videodateien',
    audio: 'audio|audiodateien|tonaufnahmen|sprachnachrichten',
    calendar: 'ics|kalendereinladungen|termineinladungen|kalenderdateien',
  },
}
