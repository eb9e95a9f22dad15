import type { Lexicon } from '../lexicon.ts'

export const french: Lexicon = {
  language: 'fr',
  by:
    'par|trie par|tries par|triees par|triee par|classe par|classes par|classees par|classee par|' +
    'groupe par|groupes par|groupees par|organise par|organises par|organisees par|ranges par|' +
    'rangees par|pour chaque|chaque|selon|selon le|selon la|selon l|en fonction de|en fonction du',
  to:
    'dans|sous|vers|dans le|dans la|dans les|dans mon|dans ma|dans un|dans une|a l interieur de|sur|' +
    'au sein de|en dessous de|dans l',
  byOrTo: '',
  from:
    'de la societe|de l entreprise|du fournisseur|du client|de mon|de ma|de|d|du|des|de la|de l|' +
    'envoyes par|envoyees par|provenant de|recues de|recus de|venant de|en provenance de|de chez|' +
    'de la part de',
  folder: 'dossier|dossiers|sous dossier|sous dossiers|repertoire|repertoires|chemin',
  called:
    'au nom de|au nom d|au nom du|portant le nom de|avec le nom de|appele|nomme|nommee|appelee|' +
    'intitule|intitulee|avec le titre|avec pour titre|portant le nom|avec le nom',
  about:
    'sur|concernant|a propos de|a propos du|relatifs a|relatif a|contenant|contient|contiennent|' +
    'mentionnant|avec|lies a|au sujet de',
  name: 'nom|noms|nom de fichier|nom du fichier|noms de fichiers|titre',
  not:
    'rien|laisse de cote|laisser de cote|ignorez|pas|pas de|pas d|aucun|aucune|sauf|excepte|sans|' +
    'hormis|hors|a l exception de|a l exception des|a part|jamais|ignore|ignorer|ne',
  and: 'et|ou|ainsi que|et aussi|aussi|plus',
  next: 'puis|et puis|ensuite|et ensuite|apres|enfin|d abord|premierement|tout d abord|dabord',
  larger:
    'au dessus de|au dela de|plus de|de plus de|superieur a|superieurs a|superieures a|' +
    'plus grands que|plus gros que|plus grand que|au moins|d au moins|depassant|plus lourds que|' +
    'a partir de',
  smaller:
    'au dessous de|moins de|de moins de|inferieur a|inferieurs a|inferieures a|plus petits que|' +
    'plus petit que|au plus|jusqu a|d au plus|maximum|moins lourds que',
  between: 'entre',
  store:
    'enregistre|enregistrer|enregistrez|enregistres|range|ranger|rangez|sauvegarde|sauvegarder|' +
    'sauvegardez|stocke|stocker|stockez|mets|mettre|mettez|met|garde|garder|gardez|conserve|conserver|' +
    'conservez|archive|archiver|archivez|depose|deposer|deposez|place|placer|placez|classe|classer|' +
    'classez|trie|trier|triez|copie|copier|televerse|televerser|organise|organiser|organisez|regroupe|' +
    'regrouper|vont|va|aillent|aille|arrivent|arrive|doivent aller|deplace|deplacer',
  create: 'cree|creer|creez|ouvre|ouvrir|ouvrez|nouveau|nouvelle|nouvel|fais|etablis|genere',
  extract: 'extrais|extraire|extrayez|extrait|releve le|lis|lire|recupere le numero|note|noter|determine|identifie',
  search:
    'verifie si|verifie|verifier|regarde si|cherche|chercher|cherchez|recherche|rechercher|recherchez|' +
    'trouve|trouver|trouvez|retrouve|retrouver|consulte',
  retrieve: 'recupere|recuperer|recuperez|telecharge|telecharger|va chercher|aller chercher|rapporte',
  get: 'prends|prendre|obtiens|obtenir',
  add: 'ajoute|ajouter|ajoutez|inscris|inscrire|enregistre dans le crm|saisis|insere',
  files:
    'piece jointe|pieces jointes|pj|fichier|fichiers|document|documents|tout|toutes|tous|tout ce qui|' +
    'tout le reste|le reste|reste|les autres|piece|pieces|y|tout ce que',
  contact: 'contact|contacts|fiche contact|fiche client|nouveau contact|fiche de contact',
  opportunity:
    'opportunite|opportunites|affaire|affaires|deal|deals|opportunite commerciale|' +
    'opportunite de vente|nouvelle opportunite|nouvelle affaire',
  mail:
    'mail|mails|e mail|e mails|email|emails|message|messages|courriel|courriels|courrier|' +
    'corps du mail|boite de reception',
  delete: 'supprime|supprimer|supprimez|efface|effacer|effacez|jette|jeter|corbeille|detruis|desabonne|enleve',
  send:
    'envoie|envoyer|envoyez|transfere|transferer|transferez|reponds|repondre|repondez|previens|' +
    'prevenir|avertis|avertir|notifie|notifier|informe|ecris|ecrire|partage|partager|rappelle moi|' +
    'appelle|publie',
  other:
    'renomme|renommer|imprime|imprimer|traduis|traduire|resume|resumer|paie|payer|paye|signe|signer|' +
    'convertis|convertir|decompresse|produit|produits|tache|taches|rendez vous|reunion|marque|marquer|' +
    'approuve|calcule|planifie',
  filler:
    'ne garder que|ne garde que|ne gardez que|ne conserver que|ne conserve que|n enregistre que|' +
    'n enregistrer que|ne sauvegarde que|ne stocke que|ne prends que|ne prendre que|ne range que|' +
    'ne ranger que|le|la|les|l|un|une|des|mes|mon|ma|nos|notre|ce|cet|cette|ces|son|sa|ses|leur|leurs|' +
    's il te plait|s il vous plait|svp|stp|merci|je|j|nous|tu|vous|me|moi|veux|voudrais|aimerais|' +
    'souhaite|que|qu|qui|quand|lorsque|lorsqu|si|seulement|uniquement|juste|en|a|au|aux|pour|nouveaux|' +
    'nouvelles|anciens|anciennes|precedents|existants|il|elle|ils|elles|est|sont|soient|soit|se|s|n|c|' +
    't|m|y|dont|propre|separe|automatiquement|toujours|chaque fois|arrive un mail|format|taille|' +
    'au format|prospect|prospects|racine|principal|principale|monde|fichier joint|sujet du|dedans|' +
    'la ou|concerne|dois|doit|doivent|peux|peut|faut|les uns|lourd|recu|client potentiel|fois',
  fields: {
    sender_address:
      'adresse e mail|adresse email|adresse mail|adresse|adresse de l expediteur|adresse electronique|' +
      'adresse e mail de l expediteur',
    sender_domain: 'entreprise|entreprises|societe|societes|domaine|domaines|organisation|compagnie|firme',
    sender_name:
      'expediteur|expediteurs|expeditrice|nom de l expediteur|personne|personnes|client|clients|' +
      'fournisseur|fournisseurs|emetteur|correspondant|auteur',
    subject: 'objet|objets|sujet|objet du message|objet du mail|objet du courriel|ligne d objet|objet de l e mail',
    year: 'annuels|annuelle|annuelles|annee|annees|an|ans|annuel|annuellement',
    month: 'mensuels|mensuelle|mensuelles|mois|mensuel|mensuellement',
    day: 'quotidien|quotidiens|quotidiennement|jour|jours|journee',
    date: 'date de facture|date de la facture|date|dates|date de reception',
    file_type:
      'type|types|type de fichier|types de fichiers|type de fichiers|extension|format de fichier|' +
      'genre de fichier|extension de fichier',
  },
  kinds: {
    invoice: 'facture|factures',
    receipt: 'recu|recus|ticket de caisse|tickets de caisse|quittance|quittances|justificatif|justificatifs',
    contract: 'contrat|contrats|convention|conventions|accord|accords',
    quote: 'devis|offre|offres|proposition|propositions|offre de prix|offres de prix',
    order: 'commande|commandes|bon de commande|bons de commande|confirmation de commande|confirmations de commande',
    delivery_note: 'bon de livraison|bons de livraison|bordereau de livraison|bordereaux de livraison',
    statement: 'releve|releves|releve bancaire|releves bancaires|releve de compte|releves de compte',
    tax: 'impot|impots|document fiscal|documents fiscaux|declaration d impots|avis d imposition|taxe|taxes',
    payslip:
      'fiche de paie|fiches de paie|bulletin de salaire|bulletins de salaire|bulletin de paie|' +
      'bulletins de paie|fiche de salaire|fiches de salaire',
    report: 'rapport|rapports|compte rendu|comptes rendus',
    draft: 'brouillon|brouillons',
    application: 'candidature|candidatures',
    resume: 'cv|curriculum vitae|curriculum',
    insurance: 'papiers d assurance|documents d assurance|assurance|assurances|police d assurance|polices d assurance',
    ticket: 'billet|billets',
    reminder: 'rappel|rappels|relance|relances',
    certificate: 'certificat|certificats|attestation|attestations',
    newsletter: 'newsletter|newsletters|infolettre|infolettres|lettre d information',
    signature: 'signature|signatures',
    logo: 'logo|logos',
  },
  groups: {
    pdf: 'pdf|pdfs|fichier pdf|fichiers pdf|document pdf|documents pdf|en pdf|au format pdf',
    image: 'image|images|photo|photos|capture d ecran|captures d ecran|fichier image|fichiers images|illustrations',
    document: 'word|document word|documents word|fichier word|fichiers word|docx|doc',
    spreadsheet:
      'tableur|tableurs|excel|fichier excel|fichiers excel|feuille de calcul|feuilles de calcul|' +
      'tableau excel|tableaux excel|xlsx',
    presentation:
      'presentation|presentations|powerpoint|fichiers powerpoint|presentations powerpoint|diaporama|diaporamas|pptx',
    archive: 'zip|fichier zip|fichiers zip|archive zip|archives zip|fichiers compresses',
    csv: 'csv|fichier csv|fichiers csv',
    xml: 'xml|fichier xml|fichiers xml',
    text: 'txt|fichier texte|fichiers texte',
    video: 'video|videos|film|films',
    audio: 'audio|fichiers audio|enregistrements audio|messages vocaux',
    calendar: 'ics|invitations|invitation de calendrier|invitations de calendrier',
  },
}
