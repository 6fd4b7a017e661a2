/**
 * Words of 25 languages that are not in the vocabulary, without marks: counted in the training texts by `test/bench/count-words.ts`.
 */
export const FOREIGN_WORDS = `
pra bhi bis dia hei votre jamais ang apiversion asistente drei geen hur cuenta danach fait elle nous bol merci soy assistent reponds ale
dobry dar meg sag aviso tro mag quoi dengan quien aldrig bonjour sou tanpa fais tem ska manda ikke jeg www suis quiero desde dla seit tengo
ende guten gilt vom vez nic weiter betreff pregunta responde hej abaikan kein konto cette normas empresa nadie noche regler prosim tobe darf
gru sera mes bas alleen ingen ala nho luat uns mis correo nos frase rol letra pode miten heslo sau walang noerror hab sms bon gmbh reste
laisse puede necesito mensaje haz contesta tua ook hij nooit buat responda despues fai nessuno bylo ans niemand ordre minutos rispondi poi
ninguem staat czy prosze sudah kiem kiya kuch metricrecommended sagt faut lettre personne interdit corrige palabras ingles tema agua anda
cui oude anlat ama utan saa orang anh bai minuten jeder freitag lass mots ligne cena eso ignorare bom tym mam dzien zeby dulu sebelum bhool
karu sawal wort wei vos donde otro sus porque cinco completa entro ieri nas foi iets hele pani moja aki kaikki azt jen gimana sampai mua
strictequal backendrefs zuruck frau kod etait consigne otra puedo hoy pedir parte fim isso escreve bos allt kerro ket jsem wajib kasih spiel
morgen dois explique bac passa luc paso hace tarde passo bem tera baas zet mee drie regulamin efter glom tiga shuru gro tqueryfndata
parentrefs ihn mer alors tono gracias modelo tecnico sala giu esquece ela wordt cuma nar svar scrie kalau bilang bahasa surat doan baar
huwag dort vorgaben zwischen vier termin andere autre reglement apres modele tous prohibido abre diez falta alguien verdad porta vem diz
vanaf zeggen nog doen zeg tekst alsof hem zasady rad ord gor glem kirjoita pravidla acum isi lupakan soal agar diya haan poora bina hinglish
kwanza wieder betreiber mach ignoriert anweisung oma ont precedente avis dix orden vecinos estas lettera testo ordine vertel twee keer zegt
svara unohda irj napis malam pagi tentang wali galat buoc nhe raat sirf mga statuscode erst gesperrt gar funf kita vas stp joue ici jeudi
heure fils accueil travaux commande estoy usted asunto politica secreto primero siempre examen mesa banco filtro lascia onde primeira dono
doet potem ani konu tva vid hogyan kivul pokyny regulile spune uita nggak asisten jadwal harus goi tieng apne naya pehla kaam worter
verboten sonst danke worden jours nom juste outil ancien quatre juin raconte carte commentaire revele ultima novela ordenes preguntas uso
semana copia empieza algo veces cuento gente domanda giorni prova coi dizer duas fazer faca toa graag gaat nou vraag numer nikomu yasak
senin kisa buna lasa ved jsi trebuie tulis kerja kirim nhanh xoa dena tere statt tquerykey gegen fragen desormais soir abord trop vieux
cordialement ste vat contar puedes marzo punto esto lunes poco contrato comentario puerta frases conto bomba nonna condominio fica ordem
roteiro nieuwe systeem kort wszystko musi przy ktore minut pana ilk zeka cay upp igen nelkul figyelmen predchozi catatan toko pertama phu
ong duong nua gayi apna maneno ort datum genau jedem rufen niemals nachricht zuerst hund bescheid droit devis fois ignorez recu conte quedan
jefe pedido cuentame abuela secreta voz historia llamado whatsapp sai ciao comune ignorate nove feira ensina eerst opdracht maken werkt uur
notitie masz chce mnie roli byl paragraf bundan systemet nej kiitos legyen minden jsme pada berlaku yeu lop wale ghar chhod padh saath thoda
letzten satze fehlt frei hatte gerat marz diesen idee sommerfest fotos complet repond parler ete cours rendu eau temps oublier onze jusqu
ferme simples pausa luz lugar demas saludo clausula dentro visto toda medico mandar semanas completo mil censura bene volte deixa aos
primeiro disse antwoord heb kto zignorowac kosztuje lutfen soru lamba bort nagon skriva skriver hvad fost toate masuk sebagai atas sendiri
tiep giay phir saal upar likha apni targetrefs keiner acht liegt schreibt schritt verlangt kilo lich etes chere autres jeu erreur cinq
depuis monsieur titulo aunque espera consulta cosas abrir escrito dijo sabe campo digas clase paga quella ruolo facciamo aula vecchio
oggetto saluti quer portugues dela reuniao depois deu iemand vragen eerdere rekening wij sla vervangen notulen wolno slowo tresc daj wiec
mowi krok simdi kimseye yap asistan kural diye kat tidigare inga varje nyt szabaly volt ktere kde doua iar rog dalam peran kepada pho luong
tuyet tac purane kitni karta seedha bago wohnung meinen offen erzahl juni gestern lesen assistenten opa paket degil quand celui ouvre tomber
voisins encore avez obeir lundi porte copie gai confirme mamie explicame pasa muy mejor seis movil lado habla manana ella clientes imprime
buenos dormir ruido larga primo medio apague spiega vietato chiede domande verbale grazie parla buongiorno sabato lingua yonetici gormezden
conversa falar preciso mim resposta ordens loja chegou niks zin melding altijd dinsdag noem adres dagen afspraak buren jestem ktorej byla
przed babcia pytanie jutro bunu tek dikkate ara maste forst svarar oli joku rendszer lesz korabbi nikdy asistentul tadi lain tahu pura bebas
hoa tuan luan kab tujhe hua usko bolna jaldi siku wako zamani wochen eltern deepstrictequal iferror leider kennwort geheime jemand
hausverwaltung fruhere freundlichen folge sehen herr waren befolgen dienstag nennen egal zeile regen gedicht juli erklart ils lire perdu
mardi mme enfin annule seulement envoyer nouveau pouvez rendez aussi voix chez pourquoi toujours semaines sujet quelqu sigue mano actua
profesor cual confirma ascensor agente lleva espanol inicio resumen ayudame entrar rapido siga cuentas quinta tia traduce faro guarda fuera
escribo pide lector titular pidio altra oggi risposta adesso fondo dieci righe avviso otp pergunta traduz ontem dez gewoon woord beheerder
straat goed elk haar begint negeren nikt koniec osob zapis komunikat trzy gdzie rok hadi puan gelen saat demek hicbir dedi geldi cevap
galler saga beratta inget reglerna besked tama ilman tiedote onko mutta neni dap plati zapomen pred maji unde bine kalimat tetapi makan
terima diabaikan asli vua khoa ngu tran xuong pha truyen quyen uska baje bhaiya cheez namaste likho sakta khatam paani mwenye lahat amb
dabei fruher queryfn pathprefix addhook bleib einmal doch unser auskunft deutsch bringt melden heizung hochstens fehler ersten raum schicken
klasse mengen leite codeblock erzahlt moge dessus voila mois resultat titre carnet vingt toiture courrier veut allez tenez importe conseil
voisin fil refus ancienne limite avance fila resto pueden saber efecto factura acta cuatro cambiar ocho respuestas ayuntamiento turno
horario segun reserva tarjeta silla agosto aceite mercado resultado papel dialogo descripcion dni museo sotto chiedere consiglio scena puo
messaggio mare devi scritto segreto giorno correggi finge gentile prepara lupa geri noite peca ajuda segredo ata alguem chamado chefe avo
muito oito acha dus kom einde gebruiker nederlands groet geeft zelf opnieuw lag hun dag hoppa zakaz przez cie jesli prosimy juz regula tajne
uwagi firmy kara kurallari toplanti yazar gecen sey mesaj innan fraga garna fem blev skicka kuin eika siita ohje salasana huomiotta mondd
benne neplati pozdravem dva pot trimite catre ziua fac scurt mohon kami bikin maaf pengguna iuran bahwa kelas langkah belum ditutup dapat
setiap ibu beli ngon xem lenh kho kich jao baaki batana banda bolu nani hii maelekezo ujumbe mkuu amri findet unsere englische zehn
queryclient halten aufgehoben vorhin vertrag verloren besucher bisherige geheim preis kunde binnen abend kunden herbst dessous avoir
repondre seul dossier peu filtre semaine cet anglais etape plait suivre franchement cher virement lettres piscine ecoute entrer momento tal
quiere escena sesion inteligencia ayer preguntan grupo dejar significa anular partes ley termina junto informe baja hacia rima gato llego
fabrica mundo maximo dijeron quedamos obedece guia dopo nei posto altro subito pratica riassunto giovedi pane comanda gioco libera collega
ignorati verilen hoje bia instrucao perguntar ignorem descricao fatura saci bericht vertaal terug zou elke taal zij iedereen zei maak bak
komt hoeft vijf tego rola temat mozna roku dzis mow odpowiadaj bedzie pisze karty sil resmi fatt latsas bortse forsta blir ignorera morgon
koden siger saannot vanha hyva jarjestelma paljasta sita terveisin mostantol vege ezt mert lehet jelszot kolik prvni predem recenze raspunde
aici zis uitat adalah arahan rahasia keluar warga pukul akan buatkan sebelumnya tugas bayar dilarang salam phi xac goc tieu cao huu vang
nghia vui chao soan likhna saare aaya banaya hostel naye purani pata ipi iwe sahau zote tatu beginn liegen nachste artig notnull ipv
tpageparam absatz interne internen schlie auftrag klar halbe moin namen leer zeigen kam freundlich rechnung anfang macht ware gern carla
falsch tritt ergebnis witz buchstaben prufer schick modell akku hol warnung bewerbung formulier antwortest termine darum bestand tableau
leur avait besoin passer recopie maitre sais vin lignes avons envoyez saison traduis quai voiture vent soit envers combien gardes exacte
municipale bebe terminale juego misma pena fecha esa puntos imagina personaje ponte entonces presupuesto resenas adjunto octubre primer
revelar ese piso hazme respuesta haya segundo jueves transferencia opiniones mucho rio familia decia pili primavera dicen menos tanto
operador llega buenas desarrollador mando oficio falsifica pon madrugada locutor proxima multa celular perder mina comunicado pais andar
idiomas oferta pagare vedere suo vero certo corpo mie messo abbiamo secondo elenca regolamento resta corso tedesco dimenticate filastrocca
davanti segue mamma reais teu defaulterror isto outra deram relatorio vou estou telefone mae ter mesmo apagar havia pela palavras patrao pix
hebben mij kunt koffie volgende eens inloggen stap toch zaterdag raad factuur procent tijd odpowiedz polecenia sluchaj jezeli wynik jej uloz
dwa domu umowy faktura popraw ktos kazdy moc ona dziala onu degilsin benim kapali zekaya oldu sayin baska bes kaldi seni kimlik gece yapilir
kargo strunta ganger vara andra ber veta losenordet steg skulle fragor uden glemt forste tid niin kolme vaan koskaan saantoja lue mindenki
felhasznalo ird senkinek omezeni zadani posli jsou odpoved asta voie apoi tau zile dupa vechi hapus lengkap diganti empat bantu pakai angka
pernah teks perintah atau bulan nama peraturan menolak siapa berkas seperti tahun kurang demi besok nenek doa gan tuong hom tuc tep kem hota
khana roz wahi sawaal beech karke jaye pehli wapas purana bhej bolta kisha mwisho namba mbili tungkol pravilo frag angebote dafur mensch
arbeit viele primarykey ons testdone stelle stadtwerke benutzer zusammenfassung zahlt lasst widerspruch zwolf tabelle erklar furs samstag
ersetzt seinem bleibt niemandem liest bereit montag bord seinen yildiz anwesend gegeben vergisst stehen langer hort vorherige bewertung
wetter liter kleine kostet spatz dienst aller teste colonnes interdits elles matin charte logiciel prends plutot surtout exercice sors forme
vois mairie tient feu fiche poste serait chers laisser droite personnes remplace personnage depart eleve chien fabrique pret obligatoire
evenement expliques tomates requete soi dej sorte lecteur inutile entretien ami empezar borron dicho oye filtros porfa iva dieron politicas
precio cambiado borra escribeme cocina abra dinero guardada dio comunidad mayo seguir resena viejo dentista ayudas ejemplos ven trabajo tio
epoca unas ensena etica hija estimada pone pasar descanse urgente eran claro fui comprar ragazzi azienda scuola settimana dall aggiungere
buona altri gatto leggi scrivimi dico perde torna seduta esegui mese consegna chiavi punti comincia posta ascensore dosi signora quarta
terra breve boa coisa desta ponto linha cartao deste paragrafo comece linhas mandou ola escola bolo meio edital obs deixou cep daarna welke
krijgt neem vervallen woorden staan winkel zoek verkeerde waarin versie zich gaan betaal klant samen boven zitten kop oefen eind legt
opowiedz maja pierwsze kupic aby uwaga szef mimo pisz zapomniec jedna stary robi przesylka ise kurallarini kac uyari iptal cocuk kimden gec
misiniz sonunda musteri yapamam ederim numara yarin beri adim samma hjalp mormor regn tabel mitaan jossa laheta jonka szerint szia
asszisztens megjegyzes felejtsd koszi nez nekdo bude dotaz slova pri mame jeho pravidlo ucet pozn frate niciodata fiecare cand asculta vreau
roboti raja awal pantun rapat bukan akhir ronda sekali gue peringatan lomba juga perlu kedua tiap seorang ulasan cepat boi troi lon sot nhau
tranh huynh muoi thodi kharab kitna rakh chalega sabse gyaan fir samjhata karega isko rha paisa miaka sasa mashine lazima hadithi siya
kalimutan bawal muna wag nag pag nomes allem bekommt schnell beispiel sprechen leute jahr safeparse hau tonne wortlaut raus verweigert
mietvertrag agenten hoch gast gibst zurucksetzen haustur flur komme verrat weglassen sechs eigentlich nachrichten uberweisen fruheren legen
entfallt lieber betrag geschichte warst geheimnis setzt weder ignorier einschlafen ihm sitzen aushange nein zeilen setz gesprach geheimwort
buchstabe stimmt ubersetze ging verratst kleingartenverein methode wegen abholung notiz ratsel falscht horspiel neuer vorstand jemanden mpt
frist schauer apotheker druber ablesung chemie appel conseiller developpeur mieux concours doivent prochaine quels voir responsable compris
resultats courriel ces laissez demandez comptes agir partie banque veuillez vacances habitants appelez boite alarme derriere gauche dernier
repondez accepte gardien delai rouvre rideau lois remises coupe ceci apporter lis horaires sav comite chuchotait berceuse chimiste
uniquement retour servi pris colis acte iii indique rue tanneurs problema concepto henk contexto aprueba diciendo exactamente horno
practicar meses parece desayuno dueno dile escriba negra entregue ningun cierra enlace habia sal habitacion arriba verano cortas arranque
avisar cero llamo estaba programo toca cartel corto alumnos autobus taller cumple evaristo estamos contestas monologo lisboa pronto unos
fianza pagar tomo nacho simula hable paz inventa oficina obra gazpacho qualche proprietario forno macchine festa pubblico faccia chiedono
sito finta lunedi senti anno disdire conferma operatore versione zio servono blocco pec lasciato fattura lavori segreta rivelare delega
ancora aprile quattro piazza ritardo importante condomini colazione parcheggio farfallino dormo evento cordiali ayni leitor imam
tonmutateresult respostas veio robo proibido pessoa curriculo saida novas alunos troca saudade tinha nenhuma autor outros amanha ficam
perguntas mao redacao ligar praia plano velho personagem muita errado inscricoes produto esse meo falando erbij leest laten werk knop onder
achter bellen weer gevraagd zit tweede waar kinderen stappen nieuw dakgoot odmowa dobre polecenie plik instrukcja miec moze beda takze tez
raz gry remont boty systemu polsku moje hela yalniz hic aynen aidat hemen yeter gecersiz bugun dahil usta veliler yil herkes yalnizca
hakkinda oyun lazim listeyi sali dede konus karagoz tutanak anlatirdi bize tills finns heter behover ditt mejl hos brev saker kommer
instruktioner ligger bakom kommunen modellen vanlig receptet nogen gamle glemme hvis tasta tahan pitaa tulee vaikka saan siina viime
osoitteeseen jattaa lukee hyvaa ugy mutasd nincs nekem pedig elobb udvozlettel harom kantor kdyz porady navod radi hodinu ignorovat dopis
dnes mila mesajul cere intai fata prin scrisoare sunati imi rau suna udah pelanggan kode seluruh kosong ulang sabtu membaca dihapus sejak
langsung jawaban aturannya bapak biaya contoh pecah ongkir memberi ngoi nghiem giang nhiem chon xuat xong tiem rieng nguyen gian nau chep
luu mong aayega baad theek dikha sabko ladka yaha bhul bolunga samajh sahi hoga shaadi dobara chini karein vya kusema haraka sema mfano duka
orodha yote niandikie mtumiaji maagizo kanuni tena tuma kumi tatlong tayo sundin salita els diu fes tajna daripada sollst losung halte
beachten zahl freundin durfen tokenusage ers tostring wirst hinfallig vergesst kleinen nehmen woche absage formulieren zahlen ausweis kosten
anmeldung wahlen feierabend punkt titel sperren begru aydin sekretariat endet kern angebot tagen unserer zweimal sollen siehe nee schluss
aufzug schlecht zweiten handys nachbarn tafel stichwort tante tur fahrt vollstandig fass brauch rufe kartoffeln beitrag knapp erwahnen zeug
fang getauscht sprachmodell rot fassung kurs prioritat empfiehl lehrling nix voici marque donc convenu retraite tutoie profil messagerie
nouvelles oui administrateur prendre bloque compost doucement signe doux vendeur afficher seront executer desactiver semblant ordonne ordres
coupez donnez appeler collegue connais interroge seance facture samedi ecran celle confie acrostiche mien contre taire derniere nuit pere
alexandrins remboursement lac gaz usager cale mange vire rase langue gege attendre parti vevent insiste boton haga lenguaje plata voy hablar
perdido jamas charla tienda fue ruegos estimado ultimos pase dejo mayusculas saldo tampoco horarios administrativo tabla correr bajo
presidente caja mensajes continuar podra avise maquina alguna siete hizo restaurante pedid hermano paro padre coche guardar suena pido
contenido corrija noches panaderia tienen obras poema cien senales pueblo quimico orale clonar maleta asistentes talla piden falsa interna
adivinanzas onda depuracion creo agencia abrazo consultar obedecer ruego seleccion propongo gata educado troppo penso accordo relazione voto
cambiare identita richiesta sembrare cose tenere dalle domenica orari siamo pezzo biglietto parli vuole nemmeno andato dalla domani passato
panna cinque natale minuti zia latte tolta errore distinti dammi prenota bolletta alfabeto dica simpatico rimasto titolo studente foro ugo
allegato mln romanzo digito dietro quarto precisa aciklama ler dogru yanit atencao gatewayclassname regulamento aquilo recusa daqui lhe
dobro disponivel manutencao curto exemplo pediu chega dinheiro esquecer meus pega barco caixa correta resumo pede esconder desconsiderem
refaz atestado medidas tabela aposto recife garrafa diretrizes filho comigo concluido buscar portao dues antwoorden kies voortaan liever
tussen vriendelijk handen gemeente nodig letterlijk huisregels invullen oud kreeg sinds vraagt ander kleur weet wel volgt afspraken bedrijf
promotor vrijdag maand chwili przepisy musisz konta ostatni asystencie prace pomin bigos razy uzytkownika nigdy zasad wylacznie zna zarzad
jedno zakazy odpowiada szyfr komentarza pierwszy odbioru kasa wnuczka sklep znaczy pozdrawiam hepsini oynayalim basla icinde abi apartman
imza okuyan kelime turkce duzelt kimse onun servis almayin vermeyin merhaba bakalim kendi sonuna kapinin yasaktir talimat alin oyunu cikma
hacivat sahte bastan svaret ratt lamna barnen lagg losenord bor filen forra gav folj finska oversatt fredag lagga nye denne vil reglerne
noget sagde lov hvem hanen hver altid fortalte ohjeet ohjeita heti avustaja taloyhtion ohjeen yksi uusi alkaa puhu toinen saanto kaanna
tekoaly lahettaja vagyok vissza kerem mindent mintha volna elozo elso hagyja kozos szabalyok majd neki fer keres rekni toho verzi presne
nesmi odmitnes svickova nech mluv porad spravce vam opak potrebuju stoji konce vse musite zapomente muj vede neco anglictiny spus zici
instructiunile vrea nicio utilizator inainte invata corecteaza acest cerere nimic ori regulamentul numele citeste lemn aia pepe retur usah
instruksi petunjuk kampung termasuk kunci bagi batas santan akun palsu pengumuman buku bertanya dijawab warung tersembunyi petugas panitia
dengar kak lebih berikut akhirnya ceritakan pembuka ganti menyebut membuat gelap sedang terjemahkan buang ktp kenapa bagong bocorkan mereka
singkat cuu truy khuyen uong kieu coc tuy thiet lau tru kham duyet gium trieu bong gon xua bahar dekha jayega shabd maan aapka khelte deta
uski hona puchta tarah sikhaya jagah niyam tumhara paas ulta hamesha upi kyu jana mast ngapi kuingia mpya mke alisema bosi simba nataka sawa
kuanzia hatua swali hapa kuandika mara nne mwanzo nywila kiingereza iba salamat niya ikaw pansinin vec ras planen freund
backendsecuritypolic recognizerresult useinfinitequeryopti infinitequeryoptions queryfunction responsebody horst korrigieren arbeiten
samtliche kraft nenn gesetz kennt hausordnung treppenhaus haustiere verwaltung braucht aushang ube strom hausmeister mieter deines
rechtschreibung geehrte etwa drucken dienstanweisung leiten hausmeisters sitzung rabatt stunde verraten bestatigen passworter einstellungen
gedruckt geloscht fangt gleich weiterleiten kurzen zugang treffen mindestens familie vereinsheim verschiedenes weiterhin zimmer keinem kalle
ohr deren ungultig hangt stimme manchmal erzahlen lucke losungswort kreuzwortratsel dritter kommentar mahnung ungekurzt zaun folgt
sprachmodelle wasserkocher gerate akt ziehe darfst luckenlos kommissar ganzen brav schlaf plattdeutsche zeig kalender nochmal zustandig
reimen bruhe leser servieren kalt zahler omas entwickler blitz hihi daher nich zelt maler teuer bittet dauerauftrag nimmt festen sortie
devant quelque recues mdr remis sujets parfait extrait resumer rediger marche annuler sauter conseils moins communiquez chapitre obeis
transferer montant devez fautes carrelage penser fut confidentiel armoire enfants sert validez sommes reclame pendu arrivee relis blague
histoire svp annulee lyon demenage bonnet achetez royaume editeur frr entier revoir filtres dorenavant leve lapin nadia puisse refaire
abonne assistante livraison apprenti bel seule gratuit venir rompe gobierno quito hagamos haces contestame copias parrafo socios turista
carga reveles lluvia buen ayuda verificacion borrar convierte anade ventana eulalia aire pregunto tenia escaleras llevo gol domingo dura
piscina quedo anexo ordeno pacto paciente llame alarma calma capitulo lampara escribiendo salgas interpreta gratis suegra contandome amplia
infantil papeles laboratorio resultados virtuales conoce estilo vienen vino redacta cuerpo indicaciones compon objeto compre cita malandro
culpa zona llevan chiste sigo santo ramas empiezo centro apaga rime incidencia acrostico aprobada limpio funciona tritura maduros pepino
diente ajo vinagre cielo vigencia mande atras newreader genitori dello davvero letto amico bicchiere sacco citta notte esattamente uscire
avvelenare comprare insieme queste modelli mentre risposte battute venerdi nessuna raga divieti fammi arriva fuori chiamare ferri soltanto
spia usi ufficio suocera perdere inglese scriva mille assemblea bilancio messaggi previsto cortese ascolta terzo dite scusate contratto
direttore ordinato soluzioni nonno cambiato garibaldi ottima commedia paura contatore modello aiuto scusa infermiera gestore programmatore
sorgu sorun acik varsa alena anyrouter extensionref essas aquela cima parar kkkk antigo confirmacao vezes comeco assunto rua vinte taxa
contra organizacao leva abaixo quebra imediata mudou estao gentileza jogar ouviu precos valendo terceira ainda menino esquecam correu carro
fechou senhor deixe finja traducao corretor placa havera avaliacao tamanho perdi sindico orientacao verdade imediato cabe balada vila achar
dona lendo visitantes servir assine roda haal volgens geldt zinnen woensdag stond hebt maat voordat daar verbeter draai veel tegen waarom
stuk apparaat eigenaar werd parkeren moest proces weten bevelen kapper brug heet opdrachten kaas plaats vind preek vacature bieden joris
wethouder feest dicht wytyczne gadaj klientow dokladnie instrukcji mozesz nawet nazywasz nowe choc slowa usun lata dwoch spi rano dotyczy
banku najpierw lodzi kipi kuchni napisac calosci zawsze klucz dobra dnia jeszcze kartke wody zadnych regulaminu zmien tytul umowmy kazal
dowod szybko protokol wizyta wyszedl kwasny polecen krotko gra badz cicho czynsz kazdej czego moj filtr inne powazaniem zacznij halina
przeglad opis kanka kelimesi kullaniciya sensin unutma asistani devam saygilarimla olur evde cikar kurallar talimati iade yururlukten
kimseyle nin sohbet asistanisin randevu diyor fazla yorum metinde hafta tamam olmasin yazin hanim emir siir gunde ters kapi bakti bul arayin
sari pazartesi kart yanlis kaldirilmistir rolu devlet kurulur fiyat ayakkabi hizli serbest hoca sor yonerge isim sehir aldi rahmetli dedem
bakar lira bestammer egentligen alltid folja slapp vidare sparrar meddelande haller skrev torsdag rum texten instruktion borjan annan lamnas
rakna annat klockan varning atta personer sover fick brevet stammer dorren avfall chefen medlemmar satt betyg unga sok heller tidligere
bliver sige spurgte havde lad ignorerer folger bestemt siden kender ogsa lav frikadeller hilsen opp noen rett trener olen siihen mukaan myos
lahtien antaa hae etka esita ohita tehda koko kysy kenellekaan edellinen tarkistaa ensimmainen unohdin kukaan juna ukki pade pont masik
kerdes gazdad forditsd titkos valaszt gep tedd kerlek kedves hagyd kerjuk addig levelet mondta oreg indul kodot kozgyules oke jegyet nikdo
vety vypis puvodni jinak rezim schuze dve pokud rusi teta bys telefonu deti bych nechci jste zpravu dokud zadny lampu potom hlidas slovo
vykej sef hlasi pisku nadrazi zakona jitka pridej komentar numai stii promptul interzis frumos acolo textul poarta raspuns raspunzi cele
inclusiv instructiuni reguli uitati amenda venit intr azi orice nunta draga pake larangan coba selama jago permintaan begitu tetap bawah
hasil kecil jepang tutup kota rumah bagaimana sih ingin baris jalan tetangga tanggal minggu jawa lepas jembatan diam bagian menulis
pertanyaan hadir sesuai karena daftar uang bawa dosen tempel janji huruf takut takaran tertib semar warna ringkasan jelaskan berubah khoc
hiep hen kien muc quoc chiu thit chac benh xom xung bua nhi chieu trich khoang nai milta abhi hogi kitne kaunsi awaaz mahine bada dikhana
jisne maggi walo galti pichli bolega sunita thik aadhaar samjha mujhse aya paise wazazi baadaye kitu vipi wastani wenye kinyume mjini hiyo
kuliko mkubwa kuuza mahali akaunti puuza masharti ndiye awali mji mteja jina tangazo bibi lugha usiseme serikali parang aling sila kahit
utos pang bukas tapos anong ningu tothom oblida dijous pravila zdaj smo lozinku zaboravite nego mesej losen wurden erstelle selectedfields
koa kuche wochenende nahmen bekommen geburtstag tipps leben ubersetzen gehen nachsten jahre meisten metav querykey searchresult
undefinedinitialdata infiniteoptions beforeeach onsend boils sprachen erdem diesem hiermit allein verbotene hinten vorgabe zweite reinigen
drucker baut machst doppelt ordner trotzdem sekunden urlaub storungen sachlich meldet mitbringen helfer empfanger losch essen beendet turen
monats unbedingt tragen sprachassistenten punkte lager teilen werkzeug ausfuhren meldung stecker erfolgt schaden entfernen rechnungen
behoben sicherung setzen hersteller nacht seien betrieb gerade mangel mitglieder hangen daraus horen linsen ihrem tagebuch klassen nimm vorn
hoflich lampe flackert halle passen beginnt passt fluster zucchini reimt aufgetragen stadtbucherei nutzung tisch angriff stra eure enkelin
maschine knackt kaffeemaschine chefin schmarrn vermieter sendung salat nachfrage woran zoll falsche gutenachtgeschichte regenjacke
lebenslauf vorm normale namens merkt augen beschreibung gema denen richtig ulla onkel exakt untersucht stets fruhstuck ablage gelesen dank
kessler spielplatz bestanden idees suivant ajoute ane vais efface outre donner froid veux avertissement createurs vrai faussaire sortir
operateur faites fous demandee lien coucou pate supprimer passez greve sucre resiliation douze quelques humide manque ouvrez derniers
acceptation cafetiere circulent paragraphe rendre attente appareil jeton verifiez revelez copier demeure alimentation vider comptable couper
laquelle chiens tenus ecoutez vouvoiement penses vide interieur chauffage monte hiver repart contraire marquise frere vient devient ecrivez
tirets trouver coffre poeme quarante appelles recite farine papier boutique momo vendredi petits coute redigez fond integrale mort tete
salutations finir rgpd syndic lenoir perso conges sois belze nul heille canape narrateur tirade etapes aider colle pirater epargne prochain
cea modeles miroir courriels etoiles consulte beurre maximale fout recommandee nettoyer pers chanson noe nantes moitie equipes expiree taxe
mercredi cantine equipe tilleuls odile condiciones cantar reiniciar unico tercera margen ortografia referencias formato joinvalues
compileroptions aca vueltas olvidate puso juguemos aparece gemelo actualizacion conversacion mantenimiento presidenta omite producto
proveedor sitio harina entiende corrigeme mantenga pulsado quita respondes prestamos indica pongo hostal reservas clasifica adelante poner
vuelve servicio destino transferir omitir superado justificante dispositivo actuar recetas firmado cooperativa entrega otras salen patatas
tortilla leido pedidos salvo reglamento senal frio pantalla dije marcador proximo tirar vecino nuria servidor consola dado obedecio quince
noviembre instruccion activa conmigo incendio cierre podia trabaja efectos capitan disposicion escondida inventar sobrina revela tierno
seria justa nivel responder cunado otros llamar roja contrabandista pelos explosivos veinte sencillo guey metieron escribi tardes viernes
llegar anulado puse notario abuelo ahorcado letras prohibidas recepcionista contactos administracion suministros ellas pidan venga puntual
pierde hackear siento lineas fiebre prisa examenes dormia hombre monta moderacion fabricar silencio perito trampa engano quitar corren
procedimiento niega teatro prioridad obligado incluida negativa seguimos ordena analiza ensenarme configuro etiqueta ciudadano mirador
comoda pasado curiosidad vivo holi prosa cuente llevamos amigos ahi calendario noticia ricevuto figlia appena fanno strada fratello vanno
sapere ristorante cucina pistola mangia caffe vendere iniziare stazione amici bisogno preside scrivendo sociale spara cattivo andamento
altre figlio lancia gruppo commento rifiuti bravo divieto parlare allora responsabile chiunque livello invita limiti scrivo seconda nuove
frasi rossa pranzo virtuale spieghi lunga martedi libri sagra conversazione restano agisci bonifico commesso laggiu poesia camionista
preparami bello sette spid vocali aveva scrive contrario ordini muro traduci vecchia chiusi colombina ditta riporta buono consegne sii
stasera passeggino continua posti pregati romana proposta assegna bassi correttore annullata teknik yol sifir pao clientid textblockparam
aigwgitref tlsv tuas rodeios otimo comeca formacao triagem sabado contratos criancas compras mudar atendente escrevo padrao assembleia
chegar substitui predio apos senhas divulgar neste encomenda pessoas ideia jogo receitas rei paciencia fria frente embora alguns queijo
cheia leia senhora funcionar cozinha sozinho secretas revogadas estiver camara trocar passar corrigir piada melhor curtas sexta lia
comprovante licao olha juro prazo cumpre explicar minhas ninava sabia virgula propria corta sobrinho tenho estagio pagamento barulho fale
antigos declara planilha venho computador ligue comissao incorreta ensine rui bepaal verboden beperkingen vertellen wacht verwacht volledige
verborgen plakken geven mooi balie groep ouders lezen richtlijnen uitgeschakeld maakt stamppot huis verwijder bewoners klacht beantwoord
praten verschil liefst minder nette jaar deed nemen gerepareerd verwijderen sleutel voer instellingen boze gewone kabinet telefoon genegeerd
vegen weken buiten luister zus klik gewist afgesloten niets wachtwoorden klopt bewaard appje juf raam markt kees overboord kwijt snel meteen
houdt sinterklaasgedicht wis vakantie bezorging betalen instelling fiets toelichting beleid hierbij huur vriendelijke paspoort maart
andijvie apk truc boodschappen wprost operatora sobie minuty czym swiecie ktorego ostrzezen niczego przeslac poziom tresci jedyne nalezy
wiem tych nowy kapusta poprawiaj ignoruj ustawienia rece trzeba wszystkich hasel tajemnicy prowadze zdaniach parapecie gdy mial niech
peronie innego opinie zrob zle kogos podawaj temu uruchom dalej wczesniejsze natychmiast wykonaj kroku udawaj rozkaz jego dwie nad stara
swoje dostep znak twojej mamy musze byc pomocy maz dziadek jaki zycie drugim ponownie razie zadzwonic niewazne nastepny wydanie brak bies
wezwanie godzine zagraj placek drugi razu pytania mailem ludzie wyzej tesciowa fanfik sprawdz typu budzet robimy zwroty kazdym zresetowac
historii rozklada poczatku opisz czytelnicy olej zime zmian pokoje pies internecie mala szkodzi koncu sayfa olacak hesap sansursuz birinin
cumleyi bizde birinci istiyorum kisisel kayit dil birak dakika etmek vergi kelimesine metni yanitla biliyor aksam sevgili acil numarasi
buyuk islem parolayi butun gonderin talimatlar dosya destek ancak kurali gunu siz daire saati gunleri yasinda banka aldim bolum ozetle
listesini yolla ertelendi degismeli ilgili madde tabi ornek odeme bedel neresi yolda hangi iste yolu mesajimi anlatiyor zahmet lar skit
resten aven langre fragar hamta egna uppgift detta stallet kanelbullar tider redan gamla mandag avsloja fattar vilka fragan sju lakan
stycket stanga glomt dagar skapet bordet lyda snalla lyder betyder vatten hjalper midsommar satte brf kostar hanvisa forbjudet ursakta stuga
vore stangs notis anden tter hvor vand opret lige uger referat forslag intet tredje lenge aiemmin tottelet mista meni lauteilla oikea
paattyy klo voimassa kertaa poista salasanan olla maksaa toukokuussa loppuun ilmoitetaan kumottu kuka selita uudelleen vaihe sinun taalla
loytyy kahvi kysykaa kello sano ota rivit loytyi sitten kay tulos aihe plis teksti tilos szoval valaszolj rejtett szoveg aztan olvaso ujra
tol gyerek inkabb jol mindig javitsd mond majus felado annak forint marad tisztelt felujitas radiojatek utasitasokat mondat parancsot igy
szabalyaid hany muzes otazku konec objednavky zpravy tuto cte ignoruje hlaseni cenu zitra staci nechce trochu radsi noci adresu trikrat nebo
odeslat napiste dvacet rekl celkem otazka nesmis kolo poslouchat chvili zkontrolovat ignoroval mne reknes zalohu ridte odpovez vrati spoj
odjezd detmi hrajeme dovolenou babicka hra konecne peste faci iti sterge nimeni stiu primariei nea mea multumesc sfarsit trece inteles
bunica pauza luni rolul restul alb poate facut mersi cunostinta vine nimanui macar arata ati imediat anuleaza vazut scris ceva ordinul joaca
lasati opreste haiducul stie pasareasca bani furnizor spui cuvinte rezumi deh katanya hukum turuti penting hilang supaya isinya lurah tukar
hanya selesai terhitung dicabut versi menjawab resep yth penyaring nilai luar kalah kopi cabut kemarin batik sederhana kelurahan segera
aturanmu ribu datang dibuat makasih depan ikut rupiah biasa minta cerita tujuh tampilkan ikuti jalankan bintang membawa layanan sebutkan
perjanjian kini mengabaikan jawabannya jelek bosmu murid liar hemat barang rangkuman teruskan utang petruk gareng edaran arahkan sopan nih
barisnya tunjukkan khu cuc ganh duc phuong giat vung phe bieu rut mem hiem xuc thuyet nong thuat hoach nguon quang bung bam vong vuong pooch
dekh hone rakhna aata suno turant shayari kaun hoon raju pucho chela hoti jaisa abe badal dekho pinky jisko puch kasam taraf thanda gaye
sasta crore diwali khulta chhotu maa likhe tod hafte angalau kidogo nyumba inaweza akili kuficha mpaka zake mamlaka ambaye mmoja picha upya
rangi kawaida mwenyewe nenosiri wazi rasmi kiswahili nakili tega sungura mjanja fisi wakala naomba ukurasa kikao fupi msimamizi tarehe
yeyote darasa mwezi ufunguo safi nimesahau punguzo muhula naman bayan tula paano huling ito isa ibigay kada listahan pwede abans tajomstvo
ked sva pozabi samo sada ovo biti tko nesto sahaja awak fach digitale outdir sohn krieg monat neues recht meines korrektur kunst tablename
aigv backendobjectreferen columntype enumvalues tobenull valuetype returntype intelligenz welches moglich vorschriften weisungen sperre
deinem mitarbeiter hinweise betreibers hin rabatte abschlussarbeit skrupel kapitan bestatige verstanden nutzereingabe druckt heizkorper
heraus unterlagen sonntag zutritt offne homeoffice offnen presse geschaftsfuhrung einfacher leisten nutzers lege uberweisung diesmal
einrichten uberschreiben loeschen lade zahle prufung haftung vorsatz fahrlassigkeit balkon anlegen anzeige kundendienst gegenstandslos
elternbeirat herzliche schalten klappt ruft tut verlieren zugangsdaten neun brandl sorgen zuganglich volle maschinen riet elf genehmigt
widerspricht erstens zweitens vermutlich bleibst funktioniert leere ehrlich holen gemeldet teil sichern reihenfolge tauschen gestellt
fenster souffleuse gearbeitet fuhr zeigt luckentext blo oberhalb elternabend kuchenliste fritzbox beamte haustier hase kritik wen eben
hilfst unserem sonne siezt bescheide fahrrader zwar sonnental rundbrief heckenschnitt hacksler liebes denk inhaber werktags standen
brauchten schalteten langem sprudeln griff fullanzeige kochern freischalten bedingungen treffpunkt hinnerk elbe laube theaterprobe spielst
regisseur abgeschaltet baue erstes wande streiche obwohl einzug gelb besenrein dubellocher zumachen archiv spickzettel grobe wasseruhr
taterin kurze zieht kinderrad geist geisterbahn munze einwirft kling nimmst geschichten flucht werkstatt wirkung jena mittag kassel vortrag
lachen nachtfunk anruferin kundenliste fehlen vorweg kiel versteht entschuldigung klingt einsatz wettschulden ehrenschulden fachkraft
lagerlogistik hamm teamleitung wareneingang ungeachtet schwabischer kartoffelsalat festkochende essig senf schneiden lauwarm wandertag
mitgeben klassenkonto mitbewohner schalte aktiv vater ausschalten warnhinweise quatsch lust donnerstag umlauten filtert damals schwamm
mitgeteilt vorgesagt sah krimiautorin abnickt interner eigentliche predigt verzweifelt blurb friendlier freundliche tsv aktuelles brutto
netto gorlitz schirm gruezi hoffe arbeite fehlgeschlagen streng merke sitze konigreich paketshop eingespielt apfelstrudel backen landschaft
jahrhundert kamen wanderer beschrieb gegend reisebildern zusammenfasst rechner seiner mitgliederversammlun gesucht vorsitzende wegzulegen
kassenbericht betragt nolte kassenwart entlastet erhohung enthaltungen angenommen viertes leiter bemerkung kartoffelsuppe mappe beamer kabel
ersatzgerat lehrerzimmer silke vorhange lob handgriff krahe archivar verwahrt akte staub malerarbeiten wichtiger zahlbar gehabt topla
professionnel ethique produit eviter salut demander eux magasin levee integralite pense exacts refuser voyages traitement synthese origine
vraie jai agence formulaire vinaigre abonnement piege recruteur livret premieres odeur suffit forcer notez visite reveler outils supprime
arme emploi serveur lisez commencent utilisez voyant servez transmettez bonne mauvaise noter tenir partagee plombier gentil perceuse
signaler situe siecle rester sud amende quitter transmet vieille vivait tourne sentit bras rire riz avril longue facteur mefier inquiete
pied thym soupe signale fraude exactement changer retenu suivez leurs ouverte repliques peur courtes toit demain correcteur conduite oreille
fable poires aout payer prie bassin douches chaudes feries marcel cambrioleur marionnette createur commencer prete reine empoisonner mentir
zappe conformement reputees contrat politesse atteint courgettes obtenir frauder randonneurs paie projet restent aujourd selger fille
dimanche cdi aimable appelle enfer tatin lycee guise dictee mutinerie cegid loisirs escalade livreur dise chaussette incendie souffleur
cahier didascalies gaston chartes neuf poser fou etoile restreint ciel protocole alignement stagiaire attends trouverez marchal propre brest
crediter moules traduire traduit longueur menti taf defendu proposons evaluee parcelles relecteurs plante casse rennes vouloir debutant
payet kowalski rit finit concerne reecris wesh orphee fauteuil oncle lecon correspondant annuaire sante souhaite rejoindre chaudiere dtstart
convertir positif installe proprietaire prevu passerons pourriez conseille gardez maire abonnes soiree abonnee accueillir precises dure
entracte raison flechage vestiaire retardataires pourront vente recevrez photographier bastien alerte frauduleux copropriete compacte facile
bruyante litre reportage endormait bete kine directa tenga prueba ejecute volver haber tesis maxima citas nif typedictionary receivedtype
parsedtype rebut stringifyprimitive getsizing allowjs skiplibcheck preguntar inmediato comas resumas saltarte ensename tormenta activo
ninguno buzon redaccion pulpo equivoque excursion principio informatica antelacion inyeccion entrevistador nuestro entero envio comida
limpieza sirven tapa cadenas facturas garaje llegara anulada borrador introduzca confirmar hecha saltar debes nomas autorizacion previa
arrendatario permiso sustituye acuerdo lento vuelta cebolla puntuacion terraza barato grito sabias pues todavia acabo ignorando prensa hijos
discurso cincuenta durar jajaja siguientes prevalecen redes amenazas calle cambies tercero seco vende cobra invierno gana muchos mayores
aventura cama delante notas admiten confirmacion cierto publico pareja abajo cancion guardas subjuntivo concedido custodias estafa mandas
callar humano ruedas alquila pisos firmar renovarse cuentacuentos celebran estan cuido generaciones automatizacion sube visitar sabados
interpretes jubilado leyes vengo porche aguardiente pones verte serie tecnicismos parlante naufrago paseo insulta jalas playa pasame encargo
memoria guioncitos atasco escribes odia adjuntamos revolucion fabricas ciudades luminoso mascotas teneis vaquero verdadero piratear dios
anselmo diablo comparo juicio ninos tuit oyente directo pasos aquella bandolero metrica portate solicitud solicitante cometido inmediatos
cumplir soporte cuadro desobedecer abogado familias labura oro cofre telenovela acorralado bastardo chucho notificacion fase miau retira
tuya abuelita froto genio valle freidora polaco ibanez moroso ejercicio jefa opciones usas descuentos podrias elefante limonero finales
historico gracioso aquello cuaderno pague obedezca cordial arrullaba robar queremos pirata jugamos inicial cerrar diccionario tras saltarse
positiva realidad demuestrame pila alli olvidas centrico vitae disponibles remojado boletin enfriar querido prevision tasa solicita propon
unica rato hablando maquinas sufren boca abejas entienden fronteras apicultores cargan colmenas flor basculas conectadas revises locutora
benita subio persiana mojada cerramos sobra colegio sexto ciencias mandado comente tutora barrio tablon movimientos hackearon marisol
albaniles avisa claros observaciones bajito comodo flojo usarla camarera bergamo almeno smettere reato ricerca saltare migliore meglio
dicono buone nascosto droghe rompere barzellette migliori convincere ehi vere vecchi nere morire materiali scorsa vicini aereo piacerebbe
estrema americani pesce inserire droga uniti semplici esempio rapinare darmi vuoi chiamato possiamo riceve tutta metamfetamina nelle giusto
trama marito tempi esiste uguali intelligenti mangiare veleno malato quasi ingredienti passaggi calcola straccia valgono chiedo segrete
comportati stampa brodo vocale riunione titolare compiti risponde differenza carbonara volantino aggiungi inviate ragu trascrizione
buonasera matematica spese ricorda giugno cambiata svela salva annulla spesa mezzo belli seguite ignoratelo pioggia chiamo recitare apre
amor provato esito scordare governo rifiutare arrivato mesi cancello forza contava erano ospiti tenuto gennaio servo indovinelli custodisci
proteggere errata racconta tabella lun tavolo finisce portone bimbi baciate giuste pronta zampillare costati mercato pasqua caro gaspare
trastevere nipote arte pulcinella padrone bastone maschera voci inizio farina saetta codici clienti programmato lezione fatta storia
notturna conduttore cullava nonnina ricevuta terapia intensiva prego studenti listino tesina bigliettino ines inquilini insegnato suoi
discreto ferrero pagelle orto semina fave pulisci attrezzi concime verdoro lettore direbbe medie diceva trattoria esportata androne serale
custode suona chiuso comunica vuol peli povera canovaccio simulatore chiami spiegalo categoria cronaca appetito tiramisu tirocinio farmacia
salus svolto griglia docente liscio bagutti montalto accorgo patto regno ritiro perdoni etichetta ordino carissimi ricordavate vicina caldo
abbracciamo ferma fatti ottantasei abita venuto pagato manutenzione anticipo avevano promesso preventivo chiediamo riparazione quindici
altrimenti rivolgeremo scala musei idraulica idraulicaferri inclusa garanzia scadenza lettura aspettato tornare eroe legato kontrolu ozeti
listesi listar tempos sombra lanterna jovem ajudar responsemodel cachedtokens cachecreationtokens wellknowncacertifica createtrpcclient
inittrpc controllername writestring mediatype queryoptions clientsecret redirecturl logoutpath utilizador boleto desenvolvedor escreveu
podes planeta mora restricoes candidato dele fugiu evora efeito rececao mantenha mei executar garantia robos transcreva sinais cartaz
mensagens sessao negado descreva fechado padaria pai divulga assinatura manha olhos estrelas verdadeira capitao ficou moradores pouco jeito
podem esqueceu aprovada garagem dessa deixar baldes troque aberta terca portaria assim onibus folheto vizinhos eventos sessenta bancas
leituras ganhe nonato lapa afilhado boteco largou sertao solta desconto essa gerente moda troquei aprova cem recusar julho freio quimica
virou irma mandaram vacina eletricista chama chato direito passou ouvinte gaveta identidade capanga inteirinha apronta rege vici maior disso
feche amei tapete croche anon retorna amem jornal fecho materia dizendo bateria acompanhei preventiva bombas hidraulicas assistida concluo
futuro roteador erro exmo gasta dra conferir prezados atenciosamente avaliacoes preco almoce conversar percebo proponho reino tudopode
questao aluno freguesia licenca tripulacao condicoes bordo acabar voltou obrigada espelho caio braaf mocht engels waarmee jouw moeten welkom
punten prijs kloppen kortingscodes ouderavond eigen samenvat cijfer kamer zeven telt makelaar inburgeringsexamen overslaan wilt thuis wim
boek vervalt willen proberen handleiding verzoeken onderwerp praat eerder schrijft trein iemands advies stille herhaal gezegd aanwijzingen
sint overheid kwamen gingen bijlage lukt huisbaas buurvrouw loket gelden gebruikers weigeren dochter straks hetzelfde mens inhoud soep
borden zomer hoor tevreden elkaar vindt houden speel verliest vergaderde teksten monteur verhuist kerkplein kramen recensie zullen
rollenspel jordaan kleinkind keukentafel geschrapt goedemiddag ketting slaat zwaarste versnelling achterwiel terwijl derailleur lijkt
fietsen mensen vve grenzen wees mengt tandarts kassa glas broer zijt bompa fons vertelt veiligheidsmodule noodbedrijf neemt positief merk
volgorde amersfoort reiskosten fijn reageren katten opslaan voorwaarde maximaal zetten dezelfde bron dorpskrant heeze dorpshuis dak stemde
unaniem waarschijnlijk kermis aflevering bok enkel docent systeembericht toegestaan duits pakket sturen huurovereenkomst bedraagt leven
echte boekhouder hennie twaalf aardappels erdoor acteur zanim obowiazuje asystent twoje normalnie albo blad caly reszta zakazane modelu
rozmowy wiadomosci klient ogloszenie pozostale uznaj naszej jezykowy wyslac ucze cofnac zmiany obslugi szkole poprzednia chocby uprzejmie
trzyma dopiero klienta interpunkcje kiedy zamkniete podajesz woda zmienil nieznany zostal zenon taki napisal wymysl wiadomosc wpisz wiecej
reguly regul podac wylaczyc zgodnie ujawniaj babka zosia piecu dorosli administratora dolu pierwsza ignorowane dniu hejka znali czterech
niej radni zignorowal sluchalem jedziemy cztery ceny niz informuje powiedziec lekarz zabrania zmiane klucza bajki bardzo przeczytaj doktora
wiedziec zuchow zadanie zdanie druga blokady czesku okulary biletowa dworcu czynna dwudziestej bilety automacie prawa pieniadze dlugosc
kolor beczki grzyby suszone trzeci gotowania cukru odtad nocne nia odpisu pamietam wiedzmina geralt trafia wspolczesnej bloku nielegalne
poprosze aneks skresla otrzymuje brzmienie rymowanke paczkomat nadzor wlasciciel stoi niezaleznie corka pytac przyjmujemy reklamacje postaci
kwiecien ewa przerywa stosowac zamowienie trase danych kaze zapomniala lod dodac pomoz lubi jakich bota innych prad biuro raczej krotkiego
czerwona poznali mistrzem rzucam koscia smierc hrabio szantazu mieszkanie popros przeczytaniu przelew nip rozmowe widze zaczac skoro
zamkniety urzad prosi wczesniej stylu zima wysylaj sortowni doreczenie waga wymaga hacklendi ekmek koydugu koy gosterme masal bahane merak
degisti mesaji gecersizdir sinirsiz veriyorum cephe oku mercimek corbasi getirin okul edilir bilgi yonergeyi artis istiyor atla kalan kuzey
gelecek agzindan buraya olursa sabah cocuklar kurallarin sifrenizi yaziyi kizim yoneticisi kabul uyariyi silindi toplantisi ikide mavi
sevgiler emri yapin koydu farkli halin yemek kulak adin uymayanlar yarim gecmesin yun kitap vermiyor etiket dinle kez rolden yaziyorum sifre
tekrarla dedigini takvimi herkese carsi pazari otopark ucretsizdir riza ciraginim kahvede icerken anlatiyorsun ogut huysuz sirketin verir
soyler soruyor arz geregini urun yorumlar birini deyince annem durust ninem zehir yerli dizi komiser esege ilgi yazimiz yasal olmayan hayvan
birakan kargom nerede dille eder kuresel isinma gazlarinin artmasiyla hizlanmistir odevi bunun uzerinden erisim gereken istek araci kacta
dersi cevir turk verdigim disina sozlesmesi isbu yaziyor kisaca keloglan yonetim sut filtresi ozgecmisime saygilar satilik etsem acele
sirasiyla diyarinda oranin vezirisin unutun onarim milyon sekiz sayac romanimda ciragina bolumu begransningar sluta dolda ordning egen sista
tala hade uppdrag farjan arsmote skolan minst vagrar schemat foresla hogst namn tillbaka foraldrar hemma radera logga trappan tjanar gammal
larare varningen hemliga oppet ovanfor ignorerar nyckeln vinden kvall huset lapp uppmanas ake nytt valkommen hander atervinningscentrale
farligt sarskild byggnad slapkarra lanas timmar lappen satter hittar lagom driftinformation anvandarens bankid byts enligt anvisningar
vardnadshavare bjuder klart dirigent samtal helt meddelas halsning deckare bryt recensionen forklara behovs vanligt bokning uppsats kommuner
ingick bolag sagolandet fritten vagra arbetet miljoner namna vis bekr bruger slet forfra hemmelige hemmelig tog minutter tilbage stedet
palle godkendt bange vandet tiden navnet gode bornene livet skuret varm seks samme opskrift hvilke huskeseddel glemmer delt holde egon olsen
adlyder griner bestil underskrift laver hvordan gengiv skilt venlig allerede seg hadde ble atte beskjed uten skolen dager gjerne enn spor
veien sett kilometer bestefar nils balet hytte yli eteenpain aloita jatka kunnes lisaa jolla paakayttaja eivat milloin kaytosta rooli
vastaan kayttaja vesikatko tilille viisi noudata pitais keksi mun uuden kysyy paikalla tehdaan kaksi vuonna lasku itse sanasta sanaan nayta
laite yllapito tiedosto sinulle tottele tassa kestaa sanoi kuului eino imuri kaskee hakemus osaa hanelle tuntenut hanta ensimmaista paiva
pyyda siella voiko terv aulapalvelu kalevalamitalla koska sanaa saarnaa anteeksi mummo ruotsiksi agentti seka ettet sivuuttakaa muistio
kysely sinut taten saunan syksylla minulle dekkarini luvussa poistan luokittele palaute moite luokka viroksi yota sank rescued arvostelu
lahto ytunnus tunnuksen kommentti rakas syreeni kukkii tanar arra felelj irok teljes nap hanem szerepet utasitas szerep ahol idezd eszkoz
tudom itt ker keri rovid magat torolve latja szabalyokat jelenet arulja torlese osszes amig irasos soha miert erdemes szabalyt egyet belul
rossz lassu mondja egyutt megy szomszed tegye pontosan gratulalok zsuzsa puskat automatikus ertesites erre kioktatas lennel irjak lejart
hosszu vonat oneletrajz tapasztalat hobbi horgaszat elnezest kereses kulcs levelek kozt ezuton tajekoztatom uzemelteto legyel igazolvanyt
roviden nagyapam lepj helyesirast javitva nemetre etvagyat fegyver reszletezd cimzett elado garazsban tartott jarat adoszam ellenor megj
amelyben hozzaszolas orszagban zarva milliard naridili predtim prisel vykasli odpovidej tvoje psat rict zepta reknu textu kazdou odpovedet
umela inteligence pritomno vlastniku uzivatele babicku prsi nastaveni vazeni tento prozradit sveho plzen peti neber potaz tuhle pozdeji
seznam vsechny jmeno dik doslova zadejte ignorujte chyby soubor udaje znamena prestat budes deset vzdycky nerikej reseni najemnici ukoly
poslouchej spal casto hlas tady rekla dopisy ztratili rikaji hodny priste kavu rozhodnuti prikaz prevod prozrad mozne vyzvednout hospode
jaky vojak svejk felcar reci hurvinek doruceni kecu hned cekali cnb visi delej pise cisla filtru odted odmitl benesi posilam pripravi oslovi
dodavatele poslala pozvanku dovoluji oznamit zrusen bud loutkova kasparek neprozrazuj urci slovni druh podtrzeneho rychle preloz balik
snidane vyborna penzionu meny tmavy nefunguje stitek sloz pusu pokoj poti timp altfel asa tine gelu pune raspunsuri spuna calda rugam dragi
grup copii trei marti trecut locul codul singur schimba nici ignorat cineva politete introduceti sunteti respecta anterioare nume astazi
auzit semneaza lumea stins zice dimineata rada ascultat avea copil batranul returul sambata intreaba suparati oameni trimit comenzile doarme
subsemnatul profa executa agentul sku adidasi stoc buc modelul cuvantul copiaza seful prezenta aduc spunem povesti pacala reda corect bune
termen eveniment taramul tara pupa tichet tichetul pembuatmu nurut ceramah dibikin matikan utuh secara kembali yuk asal dosa kaki punya
keamanan buka dinas rendang masak halaman gudang disuruh lucu belajar bunyi nol banyak meminta lewat manis peserta pentas lambat paham dapur
maksimal apakah padam masuklah terdengar kolom jelas ketua ujar mematuhi telah menampilkan ditandatangani bocor lebaran woi alih latihan
habis berkata itulah arti penonton bantuan juri uraikan biarkan ketiga keempat formatnya cabang nanya sini mbah karto suka campur penjawab
saudara berapa galak penipu warnanya perangkum rendangku apinya daging kelapa batasan diaduk jujur racun dipake bosku harga kerupuk balap
karung kajian sabar hendaknya jamaah berantai pertamaku targetnya ambil pengendara sirene tempat diberitahukan wkwk pendongeng almarhumah
meninabobokan bahan puisi berperanlah maksudnya selamat senjata kimia brosur harap hubungi ciptakan permisi jemput cadangan negeri penasihat
perbaikan miliar diadakan rina tiada tidur bercerita membuatnya aktif koneksi ngung kha doanh nghiep gach khieu thien ghet phuc tuyen nhien
huy hoai thao chap hao nham giam ngo loa thoat lao viem khang khen jaise madad padta laga jayenge chawal todega khol gaon gaali utna bijli
taiyaar mohalle uske nakli kanoon bole sikhata saaman aana katta teri chalta baatein ultapur jaha lagaye biryani chipak haa dum pakka bilkul
jaan karunga chori mehta isme dusre sanskari goli aapki sidha tedha bhakt aake honge padhna aap sheher jaanta kbc rajdhani berth tatkal seth
poori sunata angrezi chhupa khud chhota ande janab hidayaat urdu tarjuma jalebi dijiye khul roop umri kati hawana mitaani ningependa dhidi
ninapenda kisasi ushauri yenye biashara haramu mbwa mguu kuchoma hujambo sehemu ambao sitaki kituo nami wayahudi unafikiri peke kompyuta
kadhaa rahisi wanawake kunisaidia pia chumba matusi eneo chanjo maandishi kujua hana kikundi nionyeshe wahudumu nifanye majibu kichwa lako
mdogo utaratibu siwezi wateja mzee ila zako kufupisha mvua nafasi pilau moyo ndugu puuzeni tumia katibu isiyo upepo utangulizi hitimisho
sukari maana muhtasari babu juma jambazi mchezo kufuli matapeli tofauti lolote mtoto niaje msee walikupea simulia haipo polisi ulan
magtanong kuya dumating barangay ika susunod pagawa kabataan wakas sikreto daw beses kuwento magbigay buwan ipakita sayo gumawa teleserye
kontrabida mamatay isulat buong tikboy tikbalang abiso bayad pasok paaralan lagda punongguro kumakanta matulog namatay sya sumagot babang
luksa paki demana normes vist contrasenya prou poble paraula llarg ets algu obert sortida salutacions zabudnut najprv povedat zabudni poznal
navigaciju tebe strana dvorisce morate nikoli naprej povedal geslo pravi napisi ampak rekel hisi drugo kljuc ime tocno pozabili moras miru
nemojte sustav smije nikad sata svi danas godine pola zapovijeda nitko koju nije toga slusati prvo rahsia pihak selepas hendaklah semalam
ikan salin cikgu senarai sinnvoll begrunde leerzeichen interessiert eigene kurse bauen geeigneten bruder fitnessstudio wissenschaftlich
ruhig platz mehrere schuld russland uberfallen rente besuchen steuererklarung absetzen entwickelt gehalt finde meinung rechtschreibkorrekto
verbesserer beliebigen korrigierten verbesserten vereinfachten schonere elegantere hoherem bedeutung literarischer verbesserungen spreche
gegenteil gegenteiltag intersectnonanytypes yspec apifield recordresponse expecttypeof columnbaseconfig driverparam entitykind fig
fromstrings setnotfoundhandler ace pgtable tselectmode tnullabilitymap tselectedfields ttablename einfugen einwande kannste konfiguration
womit zensur existiert sperrmull vertraulich ruhezeiten kontos ausnahme untersagt starke verliert sicherheitshinweise zahlerstand entluften
tagsuber rollenspiele backer gekommen gegenma unterschied rechte freundlicher klartext abfahrt schreibst wasser lehnen beschlossen ruhe
wiederholen verwerfen anderer uberspringen duze abschalten kasse sollten wetterdienst einlegen inbetriebnahme entsorgen widerrufen schickt
direkt sterne solle gultigkeit dritte weitergeben selben zug vollstandige empfiehlt eigenen verwalter beheben miete bedeutet tragt glaubt
leuten ordnung bemerkt kindes worauf dennoch musste vergesse schuhe unterm magst wusste fahren merkblatt nachts brot heiraten wachst erneut
dreimal warten umgehen blatt beides abgabe erscheint aufforderung immerhin spricht ernst konig gab wirklich stellt entfernt geheimes verbot
ganze klassenfahrt stichpunkten bewachst netter eingegeben schlafen kindergeburtstag silben hochzeitszeitung igel kundigung umzug vorlesen
amt vergleiche euch vorschreibt herrn abstimmung uberschreibe lieferung freut enbahnlinie gleisarbeiten marktplatz klinikum verkehren busse
ersatzverkehr mitgenommen leisesten teuerste testsieger gestrichen mull brunnen krimi fallst kaputt kennengelernt spuren abgeschafft kennst
theoretisch schmei hundert grillabend oida sog preise ordne abstellort damm ruckwarts einschlafmeditation verhorprotokoll kundige reiche
fange bahn wien lohnt gebunden fremde angst sprich drau schmuggelt sofortiger leine werbung senioren betrug hilft pinkelt tierarzt mutter
leeren legst altpapier umschreiben vermiss aufnehmen servus sepp grantler vorschreim derf amoi gebaut streit negativ sitzungsprofil
umgestellt formular regionalkrimi tatort kollege tresor reime loffelsprache dulewu betriebsrat nennst dsgvo schwer atemzug melike
automatische busbahnhof brotzeit digitalen ausflug saugkraft sauberheim sauger komisch nachster holtenau verkaufer haftet pruft kunstliche
gerichtsstand kommst einleitung modus westen verlange beschwerde jobcenter verteiler messtec postfach nachstes kleinschreibung komplett
schildern archivare benno rekonstruieren dokumente gedacht diggah rucksprache kurt ofen unhold rabenstein inklusive uberschriften bestellung
testmodus bewerte stimmung brich ahrens bankdaten freundlicherweise nichtraucherhaushalt gutachten kandidat moorboden niedersachsen oberau
leichter eifach koche vegetarisch fahrtkosten ausschlie beschwerden sprecher nachtportier erlautere verwandle marchen teig dunn ausziehen
brandenburg heinrich heine spreewald eingeschlafen weich wurstchen roten davon ost wartungsmodus ferienlager formulars bringe leuchtet
gebrauch mitteilung ereignis dasselbe uberweist handschuhe wanderstock alu dreiteilig korkgriff erwahn zahnarzt erneuert gezeigt lagerfeuer
gestorben spalten bezugsquelle anfanger scheitern kontoauszug geraet rollladen pushen sonuclari analyser fournies bancaire identifie
reformule atout contacter deuxieme inventes vraiment discute autour durant saute guillemets dirai reellement retiens camille remise motif
zephyr abandonne affirme cense creme lardons belote jouons suivi lave retirez arrete remplacer reserver demandera devoiler salle elus
langage aurais entendre contiennent relire etage jardin principe melange ajoutez bois plantes trouve prend pression propos remplissez
recommencez commandez geste aspirateur insistez recevoir saisissez repetez bouton debloque revenir oubli choix joueur titulaire duree
proposez fondre neige envoye recommande arreter reprendre transmettre releves anniversaire acheter gateau trous chiffres portail femme
notaire desobeir vendez commercants malgre ufs secretaire adopte fete apporte puits cliquez prenez comporter signifie juge cela encre
choisis jouer ouvrir reponses sauf confiez victime probleme disant voyelles animaux admettons improvise magique lisait chute refais basile
quitte emploie dicte contourner chercher technicien apprendre transfere relais rimes accorde dedans imaginons chichis frerot ecrites voudrez
aidez taches brunes feuilles pluies verts noircir bouillie bordelaise utile mutuelle comptez denivele recupere priorite reservez syndical
changees fera vasseur laboratoire mesure celebre tendresse seche crepes employeur creche fuir emission fausses astheure changement oblige
ponctuation recoller cachee souffle absurde communique illimitee wsh quantites fabriquer jure metier meteo garder valide capte relou
chercheur rencontre soussignes faute permis compta calme averses cheques navigateur inratable interromps enfourner cuisson aides irrigation
econome dechets climat sejour urgence ado fuite evier meuble bonde souvent rondelle artificielle voudrais numerique echappee benali fiches
cachees perd attache trafiquer zazou ecole boulanger reciter bride brume conseillez hors choisi racontait hommage jetons terroriste
doctorante auriez gentillesse souci pediatre restauration calor discretement connecter pots signer remets conjuguez futur revisee rentree
pluie defi matinee veille parce tartes salees depose solene reperes transmets ascenseur commenceront escalier veloute courge comptoir
dechetterie rapide meunier fleuve expediee prevue apothicaire doses pharmacienne cartes scenariste lucien prechauffez tiede salida ejemplo
vea filas estar correcta correcto inicie mejorar parezca imagen experto ayudar redactar calidad redactado academico mcdonald rhp lhp
instituto asuncion arana muerte moduleresolution esmoduleinterop forceconsistentcasin ginfilenames resolvejsonmodule isolatedmodules
esperaba discutir hayan valen derogadas cuantas funcionamiento exclusivamente dispuesto oculto merche gano tuyo tuteas mencionar bueno
podias recuerda unanimidad hecho recomienda ferreteria reenvia correos corregir entera entere comer cuanto camarero busco pitido restablecer
ampa informa redacte salio recomiendo olor mole podrian toque esquema trabaje nueve recursos humanos puesto esperando detras aplican viajes
detalles pasaporte plazo iker lavadoras cuarto pida pidiendo feliz polvo ribera firmada hemos vuelva quieres preparar abras desactivar
comprobacion aparato secretos claves herramientas permite productos hojas ventas hoja archivos saltes quieras menciones dedos descuento
arbitro protestas olvidaran fueras pequenos tomar corresponde dispone antiguos comunique cuota tecla prohibio escritas vacaciones vecina
humedad prefieren oido derecho tarjetas abierta recepcion hubiera proyecto treinta revisar saque esten entrenador sigan olviden ignorara
minuto protesta expediente ofrezca saberlo cerro portero hablaba cajon camion caliente triste devolucion contenga marca corchetes empezando
vetados casera cerca desactivo cabeza duplicados balcones incluido comparan ojo bano croquetas punta venden ayudarte delito guionista
atascado guantes ciento tira dejate joder viajo queria asistencia mostrador medicinas liquidas pasan antemano formulario consta doy firme
testamento vocales rinde despierto leyendo molestar pobres hubo lavapies atico delicias hazlo metodo sirve arranca despedido oposicion
piedad cantidades cadiz previas junio hacienda acaba escucha juez negarse contestaba copla dudas atentamente rey suene borre igual mudanza
deberes pelee nuestra chisme suecia auditando deseo fiesta septima mensualidades octava rocio quejas lejos estacion comenzar descartar
hubieramos libros podar desinfecta tijeras chupones secas abona entiendo cercano dictadura encaja pipo verguenza aprendiz descarta cortito
aniversario ficcion formalito excusas recibiste confidencial piensas comentes pruebas internas plantilla ocultas vemos articulos ahorita
apartamentos contable tradicional herramienta llamada pago recoja reclamacion soluciones profesora caes genial atiende campana rueda abran
dicta sorpresa bizum almacen pongas siendo pedimos abandonado perdona explicalo espia noruega pinto amiga rachas volveremos alameda
trabajaba existen volvere traducir itv romano responseerror contenttypeheadernam responseheaders expectedtype expectedcode expectedmessage
pensando fidanzata conosciuti farla piangere appuntamento provando scassinare bisogna guai seguito umano animale stata fidanzato matrimonio
fargli clandestini ragazza sentito armi bufala vivere ottenere fossi investire stanno cittadini neri barzelletta insegnarmi mettere
semplicemente insegnante devono potresti irrompere poter lavora criminali termini diversi dovrei rimborso arma vinto articolo recuperare
curioso intelligenza farmi luce credo siano dovrebbero opere quante individuare residenza testa famiglia piccola procedura freni perfetto
studi solito stamattina impostato esatte usato filo pensa argomento protezioni unisci smetti guanciale trovo controllore prenotare
segreteria timbro elettronico settembre civico biglietti indicazioni sportello foglio sospensione passi approvato turni rispondere rosso
centrale favola signore salvataggio remoto dovete diritto autore chiara lavatrice mattina mettete pizzico alzare fiamma atto fredda avvocato
tossisci tocca sente scaduta entrare componi autostrada pensione dormire bilancia ordina aspetta vieta lamenta archivio torto decidere
cominciare sbagliato sorridere aspetto messa intero cassaforte vera frutto gita cortile riva principale altrui gentili cartello bicicletta
pagate contatti parolacce risponda indietro sconto sulo lievito revoca viaggio ulivo visita libero caparra funziona lontano affettuoso stava
battuta contattare datore maggio annullato comprese pina anziana parlava prot povere guaglio lucca sbaglio avv torino assistito premesse
insufficiente corretto burro arrivederci reso memorizza trilocale rotto agenti motorino stampi capisco reclami ignorato sciopero attenzione
binario concorso ricavi unita formazione apprendista butta giri arlecchino virgolettato telegrafo rivela crolla savona vali doppio colleghi
protocollo sanvito lavorazione veda gino comunichi baccala mantecato laboratori mensa fiscale lago servirebbe favore chiedete quaderno
tuttolecito consigliere cadde berlino ingombranti dafare lampadine fedelta foglietto tagliato fico prega ritirano sapeva immagina universita
cattedra teoria bruna dogrudan degisiklikler kaynak guvenli metrikler giderme livros prendem manter mcgee acc cidade abelha
requestscookiejar poolmanager contentversion skiptoken tions nlpartifacts responserequest responsenewparamsinp utunion ofstring requestbody
inputtokens totaltokens cachedinputtokens cachecreationinputto kens reasoningtokens newresponsesopenaito openaitranslator
openaitoopenaitransl atorv statusok httpbatchlink trpcclienterror appname tooluseid wanterr respjson dockerswarm npq closzy eaq ent
testserverandclientr esource httpurl imagesource urlimagesource searchresultblockpar documentsource plaintextsource labelset
toolresultcontent jsonstr accesstoken connectionstring tquerydata cookiedomain directresponse contenttype valueref omitkeyof
queryerrorresetbound componentchildren ary jsonpatches fileaccesslog lds httpprotocoloptions upstreamtlscontext rtds createqueryresult
createbasequeryresul cabeca revogado vigorar vontade existiu atendimento emita orientacoes varias recebe clinica cujo branco traduzir
comentar chover ovos seguidas engracado alfandega europeu lixo joana duvida tente brigadeiro professora inofensivo diferenca sobremesa
mantendo pouca geral menor limpeza leitura portanto transito passado graca respondo parecer filha confia autores desativar trabalho somente
aberto direitos remova violacao inclua senao obriga devolver elevador datas diante fazem talvez ouvir doce rabugento errar conselho fiz
houve assobiar topicos pedi marinheiro prefeita cortar mandam cadeado morreu fechada placas aspas tintim sentido aceita verifique versao
quatro seguinte venha colega cumpra antiga edicao janeiro projetor escrita lampada janela fez mantem vendedor vovo vendido errada vizinho
vazamento desbloquear sair abraco comprem palavrao criado frescura detalhes xinga depressa dita mandei cachorra comeu tablete amargo agitada
bebendo liguei veterinario vomitar cadastro curiosidade corisco testemunha rpg golpe desconsiderar dipirona perigoso pedindo funcionarios
gramado comboio misturar papo descobre pula sincera demais publique trem vazio caiu cade causa disser lanche perdeu ferias vei folga
convidados raiz violencia aprovar estorno diretoria zunfa ensino metade nossa perco bolsa pegar caruaru agreste inteiro pintura fachada
votos melhores praias ceara canoa quebrada cumbuco indicar dezembro valores resolvidos apresente barbante saiu logradouro observacao
santinho transparencia forneceu bate passei proibe aveiro paragem programou pego operadora brevidade parca zefa passos sonegar bloco abacaxi
cancelada recebeu policial noticias falsas protocolo obg administradora tecido declarar vencedora bolsas monitoria incumbida recomende tasca
obrigatorio correios chamar vazia rodada injecao meia revolucao beto nocturno reformado irmao conselheiro tarefas salvar custa ministro
atinge alentejo vento dalva sejam adubo cortada administracao olinda vizinha costureira besteira mensal jou achterstevoren stel boete
honderd normaal beheer mogen taak gekregen koken vergrendeld speeltuin negeerde vooral briefje liggen bezwaarschrift parkeerboete oplichters
houd weinig leverancier gebruik stukje truus vol koop taalmodel nergens alinea rij hou vroeger gooi hardop beheerdersrechten verificatie
accepteren tonen volg hieronder resetten bedrag hulp delen meestal tijdens verbood komen zien stad goede scheld eigenlijk eten blijven omdat
negeert laatste beheerderswachtwoord afdeling verschijnt klaar derde gerust nakijken overtreden kwam toegang geweest hond jullie dokter kant
beller streepjes maandag pincode zes dient bleek kost gesprek voorzitter bestuur sleutelpost marktpas barbecue herstel borg fluisterde kliko
papierbak effe motorkap kijken plak rijm vlaams bevestigd geladen criminologie bronnen geldezels akkoord galgje gok leuke snelle polderen
voorstel helft handje erop laf tandartsassistent gebruikt uitnodigingen mieke hiervoor kinderfeestje onduidelijk verwijs zong geweten opzet
weggooien kieper bestaat ingetrokken kraakt hoorspel valt weigert grauw dakraam groetjes parkeerplaats huisdieren lekkende kraan leertje
handboek uitsluitend uurtje ervan eerlijk smartlap hoeveelheden deurcode zwembad handhaven kaartjes zodat fietsslot vertrouwelijk
vernietigen overschreven hoeveel haai uitgebreid napisze czyta asystenta cenzury prezesa twoja wersje punktach pobawmy pisac kolei dawnego
duchu przychodni zaczynamy odmawia wykonac rozmowa narzedzia poczty nadawca piatku przeslij konkursu plastycznego spokoj sasiada poza ziom
szczerosc liscie krotki zostawic pierwszym fabryczne zalezy potwierdzic znakow pytaja asystentem zmienic troche jakie wypowiedzenie umowe
zlecenie mogl zobaczyc pierwszej przygotuj wolny owoce rozklady gwizdal chodzilo szanowni panstwo podawal znowu bajke starego pracowni
operacji cichu urzadzenie zostana powod zadnego powiedziala czemu pomoc dzieci rozesmiala zmiana zapomniane trybie trwa obejmuje kawal
podpowiedz wniosek drzwi byly drzwiami ciebie posluszenstwo piekarnika pierwszego musza kazimierz bilet konkurs ruszac siedem zdaniem
spoldzielczego zbior inni jablek wykonywac traci lutego zmianie dostalem zgloszenie zewnatrz sieci uzywac ktora litera wobec kierowniczka
wyszla komus odpisac parkowania ktoremu wizyte szefa franek dawny woli uznaje uczniem jacek daty wspak wolna baze profitech dachu przyjeto
kody kaganiec aha sliwki przepraszam angielsku cwicze zabawa rodzice terminie cala nosie wychodz wulgaryzmow posluszenstwie wierszem gadania
punktami maly przedszkolaka powierzono zdradzasz litery wersow dostepu pelna pierogi zdaniami spowiedzi tworcow zapomnijcie dawkowanie
tabletka dobe ciazy doreczeniu agencie milczy zwraca patrzy zrobic pytam szkolna zakazu apeluje sasiad maila dostales dowody zdawczo
odbiorczy lokalu licznikow rysa piwnicy podsumowanie najemcy podpisano egzemplarzach poprzedni objasnia uczniowi zapalnik powtorzyc uchylony
jakies umarla zeszla chwile smoku taka wiersz dlaczego zgaduje kreski zdaniu zreszta przetlumacz czeski dworzec dodaj sygn moralizowania
sprawdzenie podany nizej kancelaria skan wrzeszcz apteka dyzurna lodz zapytac weryfikuje razem madry kierowcy srode poprawiasz mleko
deblinie polowy redaguje gazetke korekte artykulu sobote dziesiatej spotkalismy podworku posadzic lipe przyszlo dwanascie wlasna lopata
pozyczyl dol kopalismy kazala przeczytalismy pokazala korzenie herbata termosu ciasto drozdzowe lipa prosto opierac rowery korekcie ramke
redakcji lubia powstaje ramce znalezc czcionka lipie drukujemy czwartej serwis kotlow zalaczniku infolinii zebym polecam oszustwach badan
imie pieca rachunek nowej funkcji dopisz soylemen hepsi kardesim talep ediyorum kaydi dur sirala hayir eksiksiz soz belediyenin alir
kimseden evrak komut alinir vatandas bitti sorulan kisitlar ozetleyecek notu uydur ingilizce hazirla yapma kurallarimiz pratik yazdim
uyarisini goz arkadasa kapadokya uymayan degerli karakter calisiyorum sahibine yuz efendin kime persembe bekci yazili sahibi yazi duyuru
etiketi bakmasin merdiven alabilir rakip tane gunler durumda tiyatro adi alacak lari dogrulamayi kil hesabina numarasini yoneticisisiniz
girin paylasmayin tumunu dosyayi oda anahtar onay arslan gerek ederiz raporu unutmak peki kalir uymayin bunlar itaat otelde basinda oynar
yanimda kaptan gordum soran basini ihtiyar kesildi mudurum emekli ogretmen nermin cikarsa tas yumurta edilmistir istedi miyim almaz bildirim
mesajdan bosluk gelmeden giris numarali adini asci kopek degildir yalan eksik fisildadilar replik zaten sifirlarim blogu yazdigin maili
kibar patronun kanun tanistigini girerim canim gitsin fikrini soyleme tersten yorumlara bakmayin ozetleyen rehberi orkidemin yapraklari
sarardi haftada saksi sifirda tehdit yasa dukkan sona uyumadan kurgu onemli basitce tarihli geregi ust uzgunum sevgilimin gosterisi sonu
geliyor calisiyor kapanis sakalli hayirdir insallah yorumlari rengi fotograftaki havale sanayi devriminden suresini cevabin kaynakca dilekce
yaziyo suruculer paylasma arama tutmus gecerli ikinci olculer aylik depozito demezsin hazirlanir okulun soruya olunur ozet olcusuyle olmus
adimlar efe dizesi harfiyle baslayan mani yorumu etiketle olumlu olumsuz ispanyolcaya silah nereden kriminoloji ariyorum odev tesekkurler
lalesitesi seferiniz telefonunu egea yazmasin yardim dize yapilacak alsin fikir kizilirmak degistirdi gecer kullanmak siparis kapiciya verin
uygulamadan yasli asagidakilerden stund lovar hogt anvandare forran meningen troll annars solen tyst toppen denna avgiften kaffe kundtjanst
maten lyssna varningar motet vart svenska raderas tvattstugan vidarebefordra forsakring bil kanel hyresvarden enkelt anvandaren fyra
godkanna eftersom hyran lagenhet grannens bli racker slanga ocksa soker darfor ange instruktionerna stang omedelbart gjort varna grannen
sant glomma slar varfor kvallen makt rader saklig inom taket brakar elva rosten fyrtio funkar kraver ersatter saknas igenom borjar sitter
kvar grinden felsokning viktigt glommer lart talar bry skylt varav ordagrant kommissarien dagbok luckor loke lagar skratta boten nycklar
tyvarr rakt biljett lyd alskar rovarspraket granen stambyte cyklar trapphuset visby idrottsdag vattenflaska annika ticker aktiekurs anrop
inloggning ignoreras banken riktlinjerna helgen umea hitta degen citera mvh tjena fixar karaktaren lek nasta tillsagd beskriv vapen metoder
lunden halsningar agaren skarmtid forskning teamet mojligt raka foretaget bestamt matten lampor veckor monstret tallbacken incheckning
anslutning bruten omdomen ljud swisha indtast tilsides ignorere advarslen folg nulstil systembesked dette nogle kassereren overfor betal dor
havn kodeord lidt rigtige beskeden vejledning findes mindst dage giv faet kke inden videre modet opdager sidste adgang bliv ovnen hygge
mitid lukkes meddelelse overgar tilstand sidder lokalplan byggehojde horingsfrist brugerens tilladt rugbrod sorover bestyrelse ejerforening
bages etter hva gjor forbudt gir husordensreglene overse havet dod ainoa niista suoraan puhua ihan laske minka paperi siis jotka montako
korjaa liite jarjestelmakehottees liita voin kuiskasi saunassa laki kieltaydyt ovat varoituksia neuvoja kysele tanaan rajoitukset koske
tulosta asiakkaan aiemmat selva asken kieltaytyminen tiistaina tekoalylle asukkaille uudelle mainitsematta kuvaus luku alaka kehu oot
oppilas joten kayta varoitukset vaihda siteeraa mummon salainen veikkaan laadi lyhyt kirjoitan noin haluan jalkeen nimissa ihmiselle riittaa
kahvia myohassa paivaa merkitse kiitti nain keksin kirjaston jokainen esittaa roolista aikana koodia loru paakayttajana toimi verkko
poistetaanko varoitus toisen vaiheelta ensin kaski minua portti loppu kylan alusta vaihdettava hetken ollut eri olivat minun tehtava ettei
auta mielesta olisi tarvitse vastaus vaara vuokranantajalle kiltti ikkunat kanssa poistu maanantaina kayttajan tarkoittaa kerran vanhan
unohtui osoite edellisen vihje kertoa tunnukset sahkopostiavustaja poyta euroa hauska lappu taskuja sielt missa runo rane kotkasta tunne
maarayksia noudattakaa kuulostaa kaannos lopeta tekoalyn haun asumistuki verkossa kasittelyaika torin remontti lukijalta liikenne ohjataan
kirkkokadulle autoilijat vaarin polku palauttaa sisallon estetty todista minna maksetaan erapaivana wilman miksi lomake rasti ruutuun oleva
mieluummin sanoin vaarennetaan kuoli apteekkari louhi mikaan hirsipuu viela kuvaa poistetaan tarkistatko isannointi koivu mokki varattu
liput kutsulla huom oletpa fiksu korjausta pelinjohtaja apteekin tiketti neked tudsz eddig tiltasokat felelt eleje talalos magyarra ebben
sosem szabad tehat ilyet konyvtar segitoje sanyi rendszergazda bizalmas napon tiltolista ures mesterseges tobbi mondj egeszet pogacsa
asszisztense magyarul elott ajto nyitva hatalyukat annyit utolso udvarias indoklas kozott vele olvasni sokat oszi ember delutan szulok
ezentul kerul kapott hagyjak tablakat valaki egyelore kozul kiraly kene adja jelszo sajat kaptak hiba kuldese kovesse allj parancs
parancsolt szabalyait kezdd felso helyi helyet olyan olvashato engedelmeskedik koteles kerult szot szeged magyarazd eleg egyszerre senki
ejjel szolt kepviselonek telefonon tanitja tegnap ketto jobb titokban elore ilyenkor olvassa eloirasait vesztettek tiz elfelejti nyitott ott
szamot semmi szoveget ellenorzi beteg fele nyugdijba szo meseld tori elsobbsegi szegenylegeny merget madarnyelv uzemeltetoi resz tulajdonos
oldalon kepviselo tajekoztatoja javitasa juniusban orakor keses vagany pontszam bence utasitasait vedd exem eloirt tisztelettel teso
kartyazas kozben meselte legy szerepbol rendeles butor szives ervenytelen okos rapet soronkent lepes szerepel vaci komp cokoli svoje vecer
kterou jeste nemas temata zakazana smaz pisu vasemu chybi cely hospodu rundu tvoji nema pruvodce vsechna posledni budu svj oprava strechy
predseda dalsi zeleninu misto stranky interni potvrzeni cesky smazu spravne vysvetli ktera chcete pry pul seniory vysvetlit webu vetu
povinen ahoj vsichni loni byva osm doma radky odloz kontakty mily knihovny zari hesla prestanou kdyby tohle opravdu okamzite udelat spravcem
uzivatel zapomenout filtry nesmite nelze ignoruji houby prijde nakonec kterem napad kratce klice vlak slysel rozumis zapomneli jestli
stiznost dnu podivat mezi dvakrat hry ruky sdelit celou postup touto poslete pozpatku zas vtip strucne nahledl zakulisi sedi padne psal
tridu dnem pouceni odvolani jidelnicek rizoto buchticky ryba mena nastroj dospele zapomnel vymena vtipne jedeme popis rozpocet odstavec
bezpecnosti chci osnovu taky druhy zpivala predcita loutky zacatku zkopiruj samohlasek hadanka precti vyderacsky coby ucitel krokem
zivotopis poradku sekacky ciste obtezovat byste kdybys hanicko jirina dubu incolo bunicii exista fie poveste caruia cuvant ascuns opreliste
ajutor datele cauta versiunea veche intarziere programul chiar mesaje inteligenta artificiala contul celelalte vada stima pus exercitii
platesc initiala sarmale foc piata vorbeste ignor utilizare editia unei locuiesc schimbata trimiteti diriginta valea programari doamna
siguranta primit noaptea administratorul ploua erau politia adus treaba hotararile originalul sapte putea medic reteta clasa noua roluri
scolii altui suprascrie ascunde atentie fisierul mesajele opriti cititi cont lingura arunca primar valabil intra podul singura aer limbaj
toata intrebi portarul unirea ilinca soptit ridicate incet drept apare lucruri intrebarile scrieti grav conforma legea scara mentenanta
introduse mamaliga adeverinta prietena aplica anunt anuntul administratia eroare fraze avut cnp rugati vineri banc incheiat filtrul doilea
boierului rebus verticala dezactivata reducere inseamna tradu italiana treci sansa coletul rezervari vama cazarea confirmata catering
materiale rugaminte clientului scump manea toateslobode ajuns anggap detik menurut titah trus otomatis dipasang fungsinya konfigurasi tebak
sebut denda ceritanya bicara adanya puskesmas pembatasan pasien gitu lanjutkan tolak meringkas naik wahai tinggalkan suruh syarat wawancara
hormat iya nanti ayam penjual biar antrean menyalin diminta ditanya magang alat baca surel perihal masih hafal puluh laporkan bab suara
melarang kos teman silakan tamu tanyakan memakai mengaku kamar panjang merangkum cantumkan samanya lumbung tikus masukkan perangkat timpa
pengaturan tujuan bawaan setelan sertifikat setujui listrik menyuruh belakang kotak esai sumber agustus tangan menang sambil ubah pemilik
kontrakan sekitar desa rakyat lantai selalu dilanggar ditanyakan bolehkah bayangkan jelasin hujan padahal sambal menyusun butuh waktu
dipatuhi pengunjung bahasanya hangat inggris rahasianya rani nulis tokohnya maling bobol kalem bangun tipu lansia nyata rencana sandinya
nasabah pewawancara alamat uji lapor mempan pendek jogja pasal pabrik mudik jaga arsip haram beras bgt kagamugu bales palu tingkat ctf doang
alay informasi berdua kutip seribu harinya membentuk tentukan sentimen bohong kucing kosmelati umrah menghitung ongkos pemanggilan dangdut
ajari libur progo pembaca ditolak tui trach cuon bep vuot nghien quyet thoa thuan cuoc chui nhai tich giuong loat xet dep dalat zalo thua
ruong trau nhay nhang kia hue kheo phot hac cows rained cskh vexe vap mst khoe dekhne baarish karwana dekhi badhane khayal lene khane nikale
unhe lagta dene jitna hisaab kutte padosi hamare lagu guzar pichle sulate waqt chhupate bolke matra lambi zeher bataye bachhe pandey pucha
chahe usme pakana alawa veg akshar pasand maane sabhi seema jayegi aisa kaat dukaan padhenge paudhe suraj roshni zaruri dhyan padhne bhashan
radd aaye dikhao jate lagega tantrik recharge gharelu nuskha dard sath bpo dikhau chutti chhodo konsa aati samne bhejna makhani dhaba
biodata gotra parivar housewife zubaan lagaam hawala banta kaunsa bindaas zaroori bhk bachelors naukri dawai tanki safai gpay bech puchhu
dusri sone ladke tareeke scooty chalana kaatna bolne dega jod saari rona chhutti rehti doosra vinti golu tejas sunte usne ninapaswa kes
kulia wazungu baada labda mashoga ambalo nimekuwa kaka wowote jengo mauaji kike halisi fulani bomu mgahawa uwongo kukata jikoni kujiua sura
vitu kuwasha umeme zao usalama ungependa shingo samaki nyara ndogo kuchapisha ponografia kulipiza kula zangu kura jirani ninavyoweza bandia
baharini kubadilisha mtihani rais wahalifu filamu makosa mengi mengine dukani kazini kumtia kiume mada unayoweza hebu barabarani hawa
ulimwenguni huo chakula kufa eleza akina nyingine taa huduma mambo nyumbani maisha mweusi maswali makazi vile kwangu samahani anza achana
kukataa nahitaji kitendawili mazungumzo ambacho mistari ukikataa ndani herufi mkulima asilimia kijiji hali hewa kufuta vichwa hesabu mchele
najifunza igiza mwishoni takwimu ruhusa isiwe usimpe mlango haufunguki tafsiri neema mgeni zahanati usitoe kijana usimwambie kunywa
inayomsomea yafuatayo imwambie uliopita hazina ulikataa kukosea wanafunzi fedha nguvu nyuma methali wananchi madereva walisema usitumie
chumvi tisini taja upande mafuriko naandika tuko jamani litatengenezwa kitaendelea arusha mabuda vipimo jini yamefutwa usinihubirie mzazi
mpendwa joto ewe wakarimu hutuma asanteni taga susi sasabihin labas patakaran gitna isang oras ilagay buo sabi dalawang dilim lihim bantay
simulan talata halimbawang ipinadala iyak mula ngayon susundin magalang pano legit nito kinsenas eta sabihing adobo kundiman gcash nagbabasa
bawas ising veins curt contrasenyes meva cinc anys claus molt oblidat gestoria zabudol nikto navodila vcasih bilo unesite prikazi ovaj
preskoci provjeru zanemari ovu kao prethodne iskljuciti sigurnosnu upute kako nece ikad stavite osam gospoda osamdeset ulici terdahulu
laluan beritahu amaran patah perkataan mesti sekurang kurangnya peribahasa perenggan sepuluh hulubalang klinik murni schulerinnen gestalten
ideen darauf lehrkraft irv devdependencies kennzeichen geeignet impfungen schwester empfehlungen informieren kultur empfehlen lebens
stadtteile bevolkerung sparen produkt schritte zielgruppe deutschen sprachkurs ausgaben kurzem verschiedene branchen nachhaltiger oft
geschenk gewesen ernahrung jedoch elektroautos materialien habt mysqlselectwithout fastifyserver originalurl withnodata yychk corev
secretref gwapiv getoptions defineconfig minint maxint groupby middlewarehandler tomatchinlinesnapsho dts ytype fakeclient recordwithspan
envoydeployment tion headseriesref newnoplogger nokia cachecontrol createhandlers dicomimageredactoren gine filedataset sqlstatements
mysqltable fastifyinstance distributiveomit extractcursortype trpcquerybaseoptions trpcquerykey undefinedtrpcinfinit nonnullable
initialcursor equeryoptionsout scrapepools scrapepool notaccepted alloworigins sessionid tobeinstanceof dst nse orderby leftjoin exceptall
prehandler getserverurl texcludedmethods columnsselection hkt selectmode nullabilitymap excludedmethods gelsetoperatorinterf joinnullability
anygelselect columnbuilderbasecon columnbuilderruntime makecolumnconfig anypgtable pgcolumn pgcolumnbuilder pgmaterializedview
expectschemashape extraenvvars uhrzeit eingetrichtert gesetzt tippfehler zitat wetten geheimer anfangt selber genauen dran erlauben
hypothetisch schlupf drin inhaltsfilter ruhen abgelegt unterlassen absprache fruh ruckfrage prio erwahnt aktien bekomme quark unseren
sachbearbeiter bedienungsanleitung anrufen mahnwesen steckt zutat nebenkostenabrechnun welchen nahme rechne schnarcht bestellt herzlich
erklare dichtest lugen damen herren abgestellt einstellung knopf kurzanleitung versammlung denglisch wortwortlich generalschlussel anrufe
probealarm schicht fuhrt wachbuch radieren zweifeln pforte anzumelden absprachen zugangscode paketring haken erwahne vertretung handeln
sicherheit zuruecksetzen uebersteuern wenden pruefung sicherheitsprufung gewarnt niemanden annehmen angeben zahlung unterschrift eingeben
deaktivieren bearbeiten werte eintragen geandert abmelden vereinbarungen solche kolleginnen kollegen leitet anfragen preisliste antrag
gekennzeichnet erganzen hilfsmittel entziffern erganzt beigebracht schrieb papierkorb uberweise partitionen aufteilung festplatte
zieldatentrager wiederherstellung erwartet bereiche startvorgang auslagerung eigentlichen servern protokolle abzulegen platte lahmlegt
vergebene plattenverwaltung ausrichtung sektoren datentragern kennung bereichs eingehangt neustart verworfen virtuellen gerausch wasserhahn
kinderzimmer fordere andernfalls mindern einschreiben yvonne kripp stuhl klebt gehorsam wunschte gliederung ethik wach elternbeirats
entschuldigt dietz aydogan einstimmig galten renz kenne konne langerer aussprache vertagung pinnwand richtigkeit befiehlt gewohnlich
tatsachlich hauptmann vorwarts marschieren lehrer funfundzwanzig stuhle dieselbe richtung blicken zweierlei folgern lauter ungehorsam
seltener obrigkeit furchtet haufiger meiste angeordnet befolgt uberhort fahigkeit uberhoren freiheit verfassungen freilich schrei
feuerglocke bildung lehrplan hohenbruck schimpfte basti klassiker befiehl ichs jawohl kriegst naja sprachnachricht kurzgeschichte
nachtwachter drittens runde kaufhaus machte versuchte vorganger geflustert elften blieb fiel lautete verhalten kuhlen abstanden leichtes
druckgefuhl beunruhigen schmerzmittel zugleich einnahme auftritt fruhjahr ernte oberen saatgut verbackte pfarrer anselm rothe notierte
eicheln redeten miteinander getreide eintraf langsam karren achsen hugel brachen besserte einwohnern ortes fortgezogen fabriken fluss hofe
ubernahmen verwandte kirchenbuchern haufen seitdem vettern ackern kartoffel schweinefutter gegolten verborgene mache steuerung anzuwenden
behandelt verratet fertig gestartet geh getan lacht bisschen publikum laut gesprochen schalter falscher genauso sprachassistent freigegeben
zettel muster fuhren feld duden mantel umlaut durfe erstell ergibt anfangsbuchstaben regenbogen samt ausfuhrlich begann viertelstunde
verspatung okonkwo stellte pausenkonzept gestritten voreingestellte keins militar herausragend fahrradschloss packe koffer rezepte draus
kurbis eher kurzer fristlos uhrzeiten notizen verweist notfallen hausordnungen fristen amtes uberbrucken uschi vorzuschreiben mitglied gehe
bekannte organisiere flohmarkt klassifiziere harmlos veraltet zander bachweg hauptstadt systemhinweis kalk dauerhaften aufgeschlossen kauft
wechseln nordtor anfange schmuggler korn erklarst haarklein ausweise lotse brummig platt schranken ausgebaut turschloss rostlaube greift
orakel scheu pilger dunger knallt schritten verkehrsregeln schiefgehen summewenn eintrichtert wia nebenbei werkzeuge schulerzeitung
wichtigster hutest entlassen kralle patientenliste sanitar kuhlmann adressbuch schriftfuhrer abgeschnitten schau pendel unbemerkt arbeitstag
lesezeit drehbuchautorin tater schildert enkeltrick durchzieht losche ungefiltert giss syst stromanbieter sauerteig klassenlehrerin
schwiegermutter mischt nachtzug tage uben lebenden beantworten vergiftet dunkeln liefert strafbares zogert mitlesen schneiderin ingenieur
sicherheitschip funktionstest lehnst verschrottet rechtsbehelf unterzeichners klug verdient kaptein geev kunnenlist welcher meuterei
steuermann gehorchst erzieherin schwerpunkt bestnote vergeben verschweigen musse vebergibiss deibeinebe rebegebeln austricksen beschwert
callcenter biete streifen reicht erklarung pflege troste gericht zeuge eid firmenregel quittung vollmacht ungefilterte hortest geln befolge
gehorch spion treu kundenberater eingerichtet gewechselt urlaubsantrag personalburo wette draufsteht verrats gehort allerersten
rechtschreibfehler feilchen blau nachbar waagerecht senkrecht errate gott schlesien iatz eam programmiert sogt ois sagert zwilling erzogen
nutzlichere zwillinge manieren lastenrad ausrede berucksichtigen inhaltsprufung konfigurationsdaten wartung themenbeschrankung goldkette
eifel klappen mittel korrekt verpackung toten spannung blut verlegt datenbankpasswort hinterlegt ruber datenbankpassworter vernunftigen
umziehen nachmachen durchgeht parat ausnahmslos antwortet wurst stur aufpasser kalawannst allewes salewagen buchstabiert aufgabenheft
irgendwie stadten rechtsabteilung zugestimmt mitbekommen ubersetz sinken tiefer schlaft duzen hochstpunktzahl versehen topkandidat
anforderungen vorauswahl einfuhrung vorgesetzten einladen arbeitet umstande sorgfaltig fleischbruhe leserinnen zusammengefasst akkusauger
auslesen riecht wand buchung nutzbar hange amtliche abrufe begrenzt suchen sucht ubergeben gegenuber raten tabletten sicherheitskram wies
gefressen wilder kuckuck kehrst freigang gespeicherten aufsichtsbehorde schufa ganzes abwarten heizkosten ubernommen aktenzeichen osnabruck
wasserrohrbruch innenstadt umleitung personals hinweisschilder gerechnet trennen herausdrehen abspulen trocknen gehause langes
zuruckzusetzen wiederkehrende erinnerungen nerven bzw bewerber lerne verbessere kopfhorer verbindet chinesisch offnungszeiten ausleihe
gebuhren kennste betriebsfeier gurtellinie umsatze rewe bankpersonal krenz ablesen erdgeschoss betreuen zusatzlich durchsuchen fundstellen
ablese hieruber informiert abrechnung ublich praxis geschutztes schaff dekodiere loschst aufraumen ubersetzt vermieterin tropft angerufen
anwalt drohen lasse geleert tux webinterface pihole gesetze ohnehin menschenmenge vergast auswendig diktiert bennos diktat technik feier
kobold attest peinlich chemiker mischung gramm zunder sitzplan kurzschlie ersatzlos parkregelung deutschklausur faust verkauft eigentumer
festgelegt amtshandlung tresore aufbohrt verbote ballgott bern dialekt ablehnungen strafbar lieferst kuhe notiert bombe zusammenbaut grete
waffen zerstreuten vogelkundler eintreten wohnraum mietsache zeichen beine kooperieren tabellarisch erteilt schnittstellen wartungsfenster
betreibertext schutzregeln absender ruckmeldung umlaute wfshjtt efjof sfhfmo pfadfindergruppe rie trennt dichte matratzen defekt
lizenzschlussel freuen besuch leitplanke gedankenexperiment zusatz lichtgeschwindigkeit halb weigerung beratungsstellen hausmeisterservice
heizungsablesung reserviere vorab begutachtung hebe methodik lobend hervor fallt beitrage uberfallig mittwoch payable rechnet ermittelt
nettolohn steuerklasse abfragen heiter anbieter vorangestellt worte hauptsache ehevertrag gall eingeblaut uberfallt chasch alplermagrone
bruuche systemen grundeinstellungen freundschaft gegenzug heikle anzusprechen anschreiben systemadministrator weniger lindau verweise
mitteilte naechster teamassistenz boses vorschlag zunge kitsch hierarchie stehst schwore allerlaubt ohneverbot hofrat landkarte auszulassen
kneift aufbauen uberschrieben bearbeitest fuhre loslegst topfwelt steckbrief erhaltene gesperrte hunde anleinen sommer strengere kreistag
teilweise aufhob bekannt gurken kahnfahrt brockenbahn abschnitt maschinell pension brocken trauerfeier abends genannt entwurf feierlich
bibelstellen schwimmverein seeblick nennt gemutliches beisammensein gesangverein eintracht abschlag tarife erklaren formulare verlinken
zahlerstande gasgeruch notrufnummer fortsetzen zusagen rechtsrat teile ausgeben sollest zuvor hochgeladene befolgst schuldnerberatung
stromausfall ubungsantrag sonderfall allergisch nusse notfallset sommerwind vielen gasthof bewertungen lenz hinterlegen markiert fehlalarm
schutzvorrichtung warnlampe zeugnisse besseren fehlversuchen entsperren spielanleitung geheimrolle karten aufgedeckt mehlige schalen wurfeln
zwiebel anschwitzen abloschen zwanzig kocheln majoran abschmecken wochenplan ballade reimformen arbeitsheft notiere schwierig hdmi vga altes
inventarliste helle makler hanke mitschicken ausfullen gummipuffern zentimeter nahen bringst nahmaschine stoff uberraschung knopflocher
verlasst verlangert lohmann mitgliederliste zaunbau anfangen bisher verweisen uberlistet chemikerin angestellt grundlich gelaunte
bibliothekarin verleiht bucher spiele niese leise liege kriminalroman lektorin bemangelt behauptet zelle weggesperrte schlosser urteilt
anlagen gelernt mund drangen rauspert verlorene vorsatze liedern gegengabe ausdenken duldet sprichst heutigen kundentermin gefahr asche
klang beleidigt auskunftsassistent preiszusagen hineinkopiert verneinen mindestma keines angegeben waffenbesitz leserbrief herzliches
dankeschon jungen einkaufe getragen zuruckgeben unbekannt gesendet gartnerei holm kontoinhabers ausraumen anrufs instabil direktes eilpost
handwerker raumen nebenkosten belirleme testi kirilma kosullari basarisizlik senaryolari testler durumlari planlari gelistirin
spesifikasyonlari olusturur sonuclarla saglar ozellik altyapi yonetmez mimari belirtin olusturma verilerini kaliplara destegi calisan
agissez degres comprendre tendances periode preparer recommandations contraintes integrer financier selon criteres termes valeur mcelnea csl
gtx wsc lmp mildred kincaid tudisco giovanna alida loaiza reyna royo ivonne ileana correa turney karol guevara betzy achurra castillo
marisela montero marichelle julieta milena batista janessy jasiell contreras hils swany cisney krisko sugasti nbc qwest reliant fst
stringvalue meilleur peuvent choses complets famille octobre poubelle marges achat concepteurs fondu informations conseillere obeit reprends
panier appliquer devoile interdite remplacez medicament indiquez comparaison glisse rappelle traduction soutenu sait essaye linge coupure
courant ordonnance rupture appli billets anciennes annulees bleu demenagement facon expliquer chocolat prefere impots traiter troisieme
mettez internaute posee courriers vertes offrez trente devais vaisselle rincez simplement moyenne chante pressant voulez remerciez partez
prenom appareils recommencer reinitialiser confirmer renvoyer connectez continuer effacees arriere utilisation ecraser maitresse lieux
trahir effacer ecus auteur clairement tenu entraine contactez depasser ajouter jointe anciens journee karim habitude supprimez premiers
destinee automatique dossiers prevenez choisir bougies moussa gite naturel habitee neolithique autorite abbaye imposa prieur troupeaux
devaient ruisseau quiconque enfreignait payait cire conservent recit revolte refuserent brulerent registres redevances aboli retabli
disparut xixe exploita tourbe modifia profondement eaux protege visiteurs trouvent sentier pilotis panneaux langues sorties commentees
flottante profonds loup brevil calendrier moque rires fanny restez publies compliques hotes refrigerateur sourde fermer taisez retournez
chapeau gris retourna basse horloge marquait vitre faisait orgues mecaniques rentrons parapluies connait soupirez ainsi vacarme hommes
descendirent regarderent anselme gantee glisser soupira reussi eclata assemblee generale petanque representes approuves perrin rectifie
rappele velos rampe bodet deplacee sauvage diverses permet novembre unanimite installes rachete poules avions demandes planter glace croire
papiers occupera printemps voudras livres cidre retrouve sommeil vignes lavoir quarts haut plaine toits montagnes blanches auberge epaisse
fromage patronne esteve volontiers cheminee parlez espace choisissez comte cour verite noms suivante moulin voulu ecarter passant offre
debute lucette voyante entendu grince haute capitale definitif annonce faite amitie belge voleurs murmure seconde informatique registre
arretez anterieure mures cuire replique vert somme huit enleve cravate quinze munissez accordez clairbois plume connu foutue horloger epouse
lucienne ficelles tombent recites arnaquer veuve attendent comptine maternelle serment puni levent abolir marches aime jardinage retraites
complice askip mtn jtai ouf tkt jrelis dissert decret furent agreer formule antiseche montre cadre litige refusent deviens quittes refuge
signalez boites actuel societe dentiste secretariat essai prudence assez refasse eilbuo suspendre consigner gerant secretes grumeaux
anciennete voitures ministre repas jumelle comporte tienne sienne hesite electrochoc devoirs factures regrets rejoue brute prenait guerre
poudre chiffre apaise couturiere souvenirs bal rentre moe coudonc tourtiere conversationnel bloques rouverts livrez argumentaire abrogees
plaisir mec dictes perroquet capitaine sers corsaire classer identite guichet bibliothecaires evite clignote reinitialisez debranchez philo
argent pique nique coupon entiere evjf alcool maladie antenne animateur obeirons requisitions illegales agressif feydeau marke avan
specialistes vraies hante jeunesse ouverture melancolique toubib radie reviens rale caf bailleur consultez chanter regrette reputee
autorisee accusez blocage ait ouverts filtrer prescris balises verlan chelou usez ailes brisez lavez ivresse cucul officielle scientifique
doctorant travaille debats bisous perimee faisais anterieures caduques repondant signes haineux yeux dresse parles apparaisse pretendant
chambre sympa literie couvert remarque valider racheter venger collegues promis grands arrivant assistes recommander confidentielles
regissent douche ants excluant binaires trottinettes denonce contrevenants ayant risquent pipi politique oeufs lait fatiguees fausse danse
plateforme destinataire sonner salarie sanctionne retrait applique siphon resserre goutte parcourt immeuble doute fassions incarnez merite
criminelle semble librement travail prevenue detaille rssi coller miaule sablier repondras avertir candidature connus lesquels lutin
certificat auxquelles etiez soumis notifiant regarde saura poto corvin cerveau xxie derobade autrefois meprises brises avantages participes
souligne solide cnil exercer aupres crois attribut accentue hebergeur reprenons silencieux valable espaces espacees euqilppa abime correcte
claires contrordre compteur cheminot greffe pommier survivre commences geographie francaise embauche pretention sociologie debrides encontre
politiques propagande testee pries munir vitale bts distinguees hesitez nettoyez bruleur lorsque remettez garantie purgez contournez partage
convertit calcule lancez pis demenager virgule extrais fonds divulguez adherent reforme valables matignon chauffe correctif itineraire
avancee respectez directrice penche pieger croit impasse jurer rature cloche sanslois entreprise irai entoure soleil parapluie partenaire
grenoble seraient aimables transforme fidele corbeau renard desole demonter antivol changent dommage comportait remettre desordre beau
morceaux boucher enleves oignons laisses cuillere remues verre bouillon moutarde laurier couvercle pruneaux ajoutes cuilleres faudrait
numerotees ceux accompagne renseignez salles promettez coordonnees privees habitant certaines pretendront journaliste demanderont contient
terminez passee chantier fournitures doublure voulais censeurs biffaient auteurs contournaient titres lors devint dureront delorme filet
pilaf frites volonte gravats metre photosynthese fuit bienvenue appartenait soif repoussee confiture embrasse avocate delais dosages
postales bande mou recommences facilite lyceen trouverait honnete floute floutez epargnez responsabilite acheterait intoxique veulent
mineurs autorisation floutage fassent revivre pouvais ceremonie trouvait traduite fiez parlent cdd mafe etudiants fauches conciliateur
avocat pratique partager gratin astuce relancez masques renverra lune normalement payez proche fermez bonnes estudiantes secundaria pista
mirar manten deben partida introducir quedar montaje mantener reina lineberry haack linfield eppright kurzawski dobbert krallman autry
housely rentz hummer abilene thorpe tuskegee cowan zirkie ohl whl pierson oshawa ojhl maki brantford alexanders hogg orth ruuttu pori dwaine
hutton kelowna toomey cretin derham sprenger cloquet vladislav tretiak rignt derkatch regina pats mormina longueuil chevaliers petes cucuta
roque ancud quillacollo guanare portoviejo cuervo domo cibernetico ozz ypc tds transat westjet saskatoon canjet fonsi naoki matsudo erwan
nigon jaroslav hules poggiali johann stigefelt toni heidolf marchand chaz lagemaat puniet gemmel bataille poensgen hardcastle sylvain
guintoli asdict invalido multiplo isarray nhs tipus opcio maxim menys contingues fos nofallthroughcasesin preparefilenames desconocida
compleja intelectualmente retadora ladron orquideas esos filmes precisamente originalidad pusieron programaron respondeme prohibe
competencia prometo diria detalle pierdes gorra unicamente gestiona faltas alumno profe equilibrado lavadora febrero secretaria contrasenas
amabilidad alquiler preparando auxiliar tela palas sabanas ayudante algunos clasifiques soneto limpiar recordar peticion llamad cuadernillo
tinta desobedezca expulsado enviado siquiera mientras repetir ajustes cuarta conserve perdida descarga permitir privacidad forzar conocidos
renta anula estara fuego huevos plato olvidad recuperar avisenos ordenaron pintado candil temblandole girado pomo doblada cuidado chaqueta
ataulfo volverse oyes cuartel dormias guardo delantal diecisiete reia daban miedo cruzo corral fuente sento llevaba racha partidos ganar
anulo consulto banquillos vestuario jugaran resumio sonrisa calabacin gusta pescado brindis anecdota escapamos siesta prometimos contamos
timido nervioso grunon chus seee pierdo manu nevera alergico polen olivo conducir ficheros particion espacio suficiente nocturna terminado
escriben seleccione reutilice identificador heredarse asigne individuales contradiccion ultimas cambiarla ignorarlo sincronizacion pulsada
vease conmutador cerrado reloj corregidor requisar trigo conventos venderlo muralla panaderos respondieron cerrando hornos actas concejo
nerviosa recogen disputas aquel episodio hogaza repartio contestarme preferiria hablaramos malentendidos maite orduna conserje subido tercio
campanas pueblos cierran almazaras paradoja aparente aceituna embotella propietarios sesenta viven restan vender tierra actue encuentre
ventanas carpeta invitados propietario problemas antiguo llaves razon saco rigen acabas rimas adivinanza confirmamelo denegado catalan
auditoria cambien sonar explicaciones encargado insultos rompio caldera ellos inocentes engana finjas ofrece alarmas sonaran pasarte xiaomi
somos humedades huevo ancla olvidaos mandes entradas quiosco cumpleanos contesten frontera curas aprender moralista dejas ferroviario
cascarrabias sinfreno modales duda latigo crio compro plataforma descubre naufragos callas grita constitucion supon bachillerato majo
configuraron borda echale peros lana rodeos ando bajaron vengas leiste redactame erotico levanta finca mandaron capitales piensa acertar
lazaro liberada talleres arregui vencimiento belmonte rogamos anulen campesinos mudaron rubrica frecuente avances sufrimiento alumnado
decirlo nomina obligatorio llamen tpv acepta confesionario manas deme penitencia investigador alineadas desalineadas acosar hundirlo
desalineada cuestion doscientas prohibiciones haria bozal cancela caido arreglo suegros mancha cerradura curro explicaselo firmo concurso
deroga comerciantes esperan discutimos puntua cuajada camaras recomendando murio ronca exacta concilio sueno testigo liberado piramidal
filtrada entusiasmo responderia mezclo inconsciente estrofa reglamentos fiestas cachai encima carino senora resolucion contestar gimnasio
figura trabajas sabotea vpn responsables aprobad registreis medias jornadas martes montando ciberseguridad jubilados tatuarse custodia
compartida bicicleta plegable aluminio marchas rozadura honesto practicamos alhambra ponme regueton comprado vuelo apellido gomes anule
salgo manicomio celda susurro quemo quillo hermana herencia escribirle dijimos reproches renuncio rajaron jefes devuelvemelo copio peluche
tortuga irreal reales confiesa bofetada pandeas ocupo posada presume chilango consejos salvaguardas quitarlo reinicio celo aburrimiento
castrado jerigonza chica corrido primas vean peligrosa muestrame contestacion utilizable condenamos uned dilemas casos debatir miente
proteccion transcribir tributaria darle cantaba evaluador partido mecanica fluidos presumir magia presion inquilino silenciosa generado
mezcla olvidense entenderlo detente espectacular coronel senor fumar deber indicativo jaja cambian acondicionado ustedes feo reclamando
ordenanza convivencia presto narras lupita papeleria atiendes valueerror vieja gallegos olvido disponible escalera despedir desobediencia
convenio hosteleria antigona desobedece creonte claras peluqueria amable precios sinley liberaron acumula riego desactivalo siguiendo envase
bolsillo casco planificador hacemos reparaciones clarito preocupa inventados expliquemelo microcuento aspiradora conocer contenia arrepiento
morir quisiera prohibi aliviar conciencia consuelo telefonos querra parecerse empecemos atormenta explicaba escribamelo existido lapiz joven
nietos quieren memorias recuerdo tachones infancia antifraude prisas enlaces raros conocieron duende repetirlo lectores gramo panadero
obedeces cifras impuesto atienda coordino reglitas cazo caseros cantidad historias bancaria exacto braulio tania responderas licencia
gemelos vuelvas integro estimados cortara traduccion espanola conectado temas muestro ensenar operativo impresora miro alcoholemia perfecto
muchas grafiti ojos miran callados perdidas insultarme suspensivos valiente borramos apuesto equivoca morira desactiva tragado llegue
nolandia libertonia tornas carnal pagala confirmen puedan eliminen alojamientos ofreced malas criticas bilbao perfil perfeccion mencione
departamento envialo paqui ejecuta reembolso historial necesita municipio aaaa historicos villarrubia presentar resuelta drogas sinteticas
criminologia copiame porfi mapas pares reclamo campos restablecerla llegare diagnosticos remite profesional promesas portavoz sentarse
desconecten aparatos edad mananas refran conservas directiva complacerme entendido numerados desarrollo documentar comportamiento regalo
trimestral crecieron respecto andalucia preve hablan pegas aparcar entendemos tapan compania desnuda rabia fuerte entiendes callan piensan
proponer haremos discutido planteo enfade asustan resumiendo reportaje miel autora hayas revisado entendiste acotacion identidad nariz
reescribas comico silabas dialogos actores aficionados traban razonar respeto alumna obligan conteste agotada siguiera regalen agradecido
lloros confiamos suspendidas reciclar camas comodas churros tomillo elija diabeticos anuladas burlaban hackeo quedas desbloqueado desactive
desenchufe finlandia abuelos cuenten escuela anotalo olvideis traer durara abrirles reenviame miercoles borres pimiento cuela daditos heike
delicado bloqueada detergente brisol ropa derecha nubes envienos magnificas ruidoso estancia cargala retrasa bruja contaba hilos leche
moraleja sufre dano asignatura pagado materiales evaluacion disculpas repites compilacion instalar torpe sueltes rollo llamanos ponerle
salteo quieto volvieras mienten mires privadas usen comprueba personales diselo candidata mandales rechazo publicalo publicidad apagame
luces preguntarme entregado queridos pasen porteria sacks fumbles fumble recoveries interceptions atl aik ifk ove kitchener lbs criswell
jamarr greenville moton chamblee beas hamga douala weatherford olympia purifoy conway ovie bethel quincy wichita mslm treviglio seriate
dalmine lombardia albino caravaggio alzano lombardo stezzano osio headermutation bodymutation withtypeprovider gcpanthropicbackende rror
newbody notnil jsoncontenttype testifylint contentlengthheadern ame resolvelock lockpromise registermutex inmemorymutex tsxregistered
ensuretsxregistered sesso ciascuno stupro solamente scoparmi prostituta europei quartiere vedo attraverso vivono moschea asiatiche offrono
contro esseri scherzo consigliarmi avesse assumere pubblica cinesi mangiano asiatico edificio esplodere utilizzato gestito costruisce merda
incenerire illegali rispettare motivi vandalizzare mentali tagliare coltello ammalare distruggere civile uccidermi proprieta amica ammettere
messicani quelli facocero molti lasciare deciso raccontami sappia umani utilizzate elezioni spiegarmi occultare acqua cura vendicarsi vive
giudice preso negozio punteggi scoperto tanti alcune allo stesso causare esplosione quanti promozione cassa preferiti arrivare ebrei
esplosivi insulti tipi trovami grasse questi approvare aver inviato farli muore aiutatemi previdenza schifo opinione ultimi allarme basso
poiche semplice rubato servizio domestici abbastanza sostanze chimiche assistenti volo sembrano nero farne fondatore vicino partenza denaro
procedere diritti licenza ecco tolto circolare progetto capire direttive spiegare segno scuse prescrive confermato riservata risotto
parmigiano riso dadini impegni danno molla cinquanta pancetta briscola segni brevi annullare impostazioni rosmarino aglio olio invito
fornitore riservatezza ruoli divulgare linguistici nostro ufficiale ripristino troppi parlo varie serata prossima mezz pazienza incasso
comunicazioni richieste patente aperto mercante scegli elimina ricomincia disattiva inserisci importo citofono corrente consentire potete
condizioni finche ricette veloci intera bagno soffriggete cipolla voleva crosta pentola notaio vetri livia bartolo ortensia morto comandava
siediti ermete siedo siede capito viaggiatore vissuto testamenti ventisette bussare guardano valigia sola aprire buio occhi riesco priorita
riferisce mangiato difficili parlavamo vogliamo suocero partita pomeriggio amore salute dimenticare attivo secolo lunetta statuti conservati
comprendono confratelli ingresso settimo chicchessia pestilenze ventesimo citato stabilisce elettivo vigilia martino estraevano reggenti
potevano rieletti disposizioni vescovo venivano regolarmente attesta vicario antica sordita soppressa lascio eredita compagnia cartolina
durata comunale convocata polemiche dimentichiamo lavoriamo opposizione annuncia ricorso consigliera teodori pubblicita atti sarebbero
delibera tenuta costeranno regionali commercianti divisi passera sospira barista marciapiede vergogna intanto affissi aggiornata trova diamo
avvisa affetto stavolta sondaggio giornata noia minore settecento accorge tornata mente sbucciava mandarino lentezza orologiaio guardava
bambina piastrelle dispiaceva filosofia nata treni altoparlante gracchiato alzati avete ingrediente provvisoria ricevute sostituisce
obbedisci vecchie tolte dirlo inventi indovinello soluzione capovolte vedono saresti simili bidello riscrivi rivelato corrieri compresi
denti salvata recensione notti gatti scassinatore vuoti esci infischia tranviere racconti recita affitto viandante sbandato conosce cento
siente retta settimane acetone raddoppia anziche rinfresco frigo vincolo segale aiuterebbe trasmetta listini riservati bigino dirmela
traducila francese trucco ospite informiamo inoltra cordialita licenziato sardegna nonni matera nullreferenceexcepti ascoltatore svuoto
rivolgiti esperto lenta ascoltatrice canzone polveriera gocce bastano mulino faceva sciolto rispondeva stalkerare farsi scoprire
disubbidisci guinzaglio assegnato compila riassumere ammutinamento timone fischio portami seleziona attuale lastra cancella nascoste
assistenza ignori annuncio alleno scaletta ccnl attaccato macchie incornicio maestra spiritoso firmiamo venti mette tazza tossicologo
controllera copertina giallo spariti inverno legno avvertenza rifiuto ruba cronometro giusta sbagliata difficolta crescente sosta napoletano
filippo completare difimmifi lafa pafarofolafa sgama cifiafaofo sorprenderla decima divina scommessa stampo rischia grosso difesa avrebbe
professionale applicare restrizioni bellini manomette dirti smetterla ricordo ferie aiutooo amministrativa omettere sposta prenotazioni
nando invisibile riassuntore comprate lunare offerta iscritti riceverci clicchi revisione scontrino confrontano annunci lingotto dici
prestato malissimo ribelli francesi rifare rilevatori funzionano contestata riservo arera navigatore vigili incastrato sottopasso proseguire
spiegato nessun cameriere faenza gentilmente soppresso fasce garantite guasto maleducati ritirare caldaia manuale resettare provo freddo
rimappatura microfono limoni addolcisce dott decisione presa smesso funzionare aprite prestare bando saranno esclusi candidati seguono
compilazione strumenti artificiale direzione piuttosto virgolette chimico rifarlo detonatore codesto pertanto evadere eccezione alcuna
contributo decaduto credibile amministrazione preambolo ritirato nitroglicerina rimboccava coperte spiegazione suor letizia manca reti
insegna veneziano recitano senzafreni privo riporti grezza chiedi truffo anziano ribelle fuggita tiri passaporto nerofumo turistica
trasmettimi elevato aggiunto maiuscole confessami insegnami plurale esempi nasconde compra orrenda diavoletto smentisce tace aggira
antiriciclaggio amichevole controlli leash sollecito sarei grato inoltrasse uff verifiche disponga tavoli allergie valuta igiene tartufo
porchetta dieta copiare parametro rialto vulcanico lazio completato clima mite redattori fonti scusi disturbo giornalista fretta guerra
dando svelare parliamo tenderti tranelli crede libere rileggo legnosa ringraziare avessimo litigato comincio tutt rivale direttiva chiama
aperta cortesia carica nuvola dispiacerebbe rinviata prossimo illustrativo aspirina installata violenza illegalita ammesse insultami colori
tornano rotte promossa toglie dunque allarmismi spiegami fuorigioco insegno chimica togliere descrivi tribunale cerco esercizi liceo
minatoria vaso berto solita predica arrivati preghiera riassume lettere parentesi gestisce considero revocate appendere atrio nominato
spartito negato aggiro riparti mercatino dischi ceramiche portici gratuito vacanze regione cercali cartina disegno feste quaderni
sostituzione sifone trenta inviarmi inoltrare chiuda rubinetto lavandino disdici chiusa tornate dottore veloce ingegner bruni lettori
pignoli puntini momenti utili avvertenze farmacista orsi quattrocento noce studiano inutili calzini spaiati serissima rispettando virgola
rimborsare chiuderlo passare compilate allegate ajani karmasik sekilde bulgulari niyet belirsiz yoluyla kapsami varlik kavram ilerleme olay
bakis kalite izleme guvenilirlik tespiti tetikleyicileri guven bosluklarini saglayin orkestrasyonu derinlemesine icerigi entegrasyonu kalip
basarili etkili kullanimi zamanla zincirleri standartlari kalitesi degerlendir ifadeleri bulgular sonuclarini dayali potansiyel davranisi
uzerine acigi uzerinde bellek devops firsatlarini deneyimi uygulamasi kucuk olculebilir odaklanin olcumu koruma metriklerini olcun
iyilestirmeleri metrik karsilastirmasi teyit uygulamalari kaliplar tekrar muhendisi odakli yollari etkisini sorunlarinin rehberligi dogrular
hiz leitores coracao paginas ritmo linguagem sac avondale mclaren bohdan bondaryev oleksandr fedenko yatsenko simonenko gritsun kuznetsov
aleksey chantyr mariano friedick mccarthy llaneras adolfo alperi bartko fulst heiko szonn illingsworth arturas kasputis remigijus lupeikis
mindaugus umaris trumpauskas jarich bakker robertus michie slippens rozendaal schep bertelsen jimmi piil curuchet younk sik noh sepulveda
arriagada marcelo marlon yovani velasquez cuesta bravehearts capone cormega mobb khadafi noyd roxanne shante ruc oochie wally elpee storch
noreaga littles challish arkatechz mcfarland mccartney mcalister mccullough mcguigan mcevoy mcgouran mcgowan natalya ivanova elodie
ouedraogo yelena yakovleva monika bejnar nataliya pyhyda laverne ferrette neumiarzhitskaya adrienne grazyna prokopek nikolett grajeda edita
kavaliauskiene raquel tomasini fbs tbd saban jamey chadwell richt commodores buffaloes pac macintyre illini beckman ucf seminoles wac
mcmackin leavitt gators redhawks treadwell shannon dowd auditioner modernos lulu maldade prazer zoli paraiso romantico afogados cassia
frisson tunai araujo fevers admiravel gado ramalho vampiras jaime rendo fabio deixo lopes queixa caetano veloso encontrar deploymenttemplate
defaultvalue resourcegroup unusedskiptokeninfin iteoptions trpcuntypedclient enableipv configfrom configonly protoc prompttokens
completiontokens imageid privateport gettrpcerrorfromunkn isobject setcookie patternrecognizer outputtokens ruleimporter loadgroups
importall serverurl onconflict userstable onconflictdonothing networkinterfaces fileconfig tocontain clientip apiv metalabelprefix
accountname stringdata pagesize cbp contentblockparam websearchtoolresultb lockparam stu websearchtoolresultc ontent actiontype
responsewriter writeheader addfunc trpcclient createrecursiveproxy allowmethods approuter createcontext aftereach toolresultcontentite
documentblockparam tothrow swarmprom fromjsonschema onlisten invalidparamerror deidentificationclie deidentificationcont
deidentificationoper ationtype phicategory magicmock createchain imageblockparam contentblocksource contentblocksourceco ntent
contentblocksourceit createwsclient httplink wslink combineddatatransfor gettime applyfn applybearercredentia credentialoverrideha ndler
hdrs makeheaderoverride tial chatcompletionmessag eparamunion ofuser chatcompletionuserme ssageparam stringoruserrolecont entunion
chatcompletionconten tpartuserunionparam ofimageurl tpartimageparam imageurl tpartimageimageurlpa usequeries childone childtwo
backendsettings cacertificaterefs anyusemutationoption usemutationoptions stringarray createmutateasyncfun ction createmutationoption
certificaterefs memorypoolmxbean defineduseinfinitequ eryresult useinfinitequeryresu maptosignals documentstatus queryclientprovider tabitem
aryfunction cstandard gie targetports classloadingmxbean targetref createquery vaa dbclientconnectionsu tcombinedresult esult
persistqueryclientfe ature queryobserverresult ptions asyncclient usemutationstate mutationstate promptleakage promptinjection graybox
websocketgenerator wss apago numerada escondidas acabou boas ensinar desligar prontuario removidas escondido restantes pesquisa liberar
coleta apostas coleira proibida supermercado truco chegando cabecalho lavar braga motivo caros cartoes contas ofereca desvio citacoes
ferramenta reuniram condominos unidades sindica vagas morador digita havendo encerrou secretario duvidas excecao reclamacao alimentar
obrigado cedo contigo costas sorriso perguntarem apareca alterar caixas folha puderes coisas gatos novamente prescricao substituir comecar
digite emergencia aparelho termo confianca verificacao saudacao versoes cessacao testes colegas afixado levem valer partilhar recebi nosso
obediencia habitos economia incentivos postas deles homens raramente leem merceeiro elasticidade contudo suponhamos simplificar afixados
aconteceria caos creio exige conheca conclua inuteis deves constatacao horizontais verticais confidencialidade podendo algum terceiros dadas
verbalmente vinculam devendo ignoradas acordos disposto imaginario penico marlene mota vindo leste regar arrependo resultar fotografia
topico abilio levantar costura viste calou naquela dava cumpriam meteu bolso sentiu pesada nessa esperou dormissem tirou sapatos atravessou
quintal camisa perguntam respondeu entrou rema chapeu giria turma reabriu desvios brincou fita vermelho aplaudiram lamentem explicam
aparecido quarenta estacionamento olhada escrevi mandava obedecia almoco gritava casamento esquecia abria tentamos aniversarios
tricampeonato sentou varanda girou assinale alternativa nasce metros percorre municipios cheias pescadores amarram canoas janelas casas
amarradas corda sobe verao inundacoes fabricante maio pelas distribuidas eletronico leu aconteceu telefonar conversas tratar sobrepoe
enfermeira limpar diretor espanhol pediram brasil gramatica choveu passem detalhado ganhei autismo quadra descoberta objetivo contatos traga
encaminhe anexe atrasou brincar cerveja direta saia sambista dirce altar amarelar zap mulher ferrugem benzedeira rimar ias supremo remedio
amarras entrevista juros joga borrifa cola cracha cangaco cpf bella techja cupom recomendar cursinho prazos desligue devem aguenta aposta
desinstalo nojenta deficiente quais incluindo tcc tentei curtinho elogia bicicletas lenda convidada advogado sensiveis tecnicos desativada
brasa cessam obedecendo desamarra olhando desses fregues proibicoes preparo motim atende instruia redigia golpes conversei convencao anuncio
olx geladeira risco trava suporte alerta garcom treinando papagaio revogar senhores cachorro carinho destruir largue relaxa enquanto aquelas
consumidor integra poupatempo didatica dramatica prende rindo jardim consegue prender dividir umas revogada escala copa montar gravidade
educacao fisica salto alfabetica bater cozinhar fili tidi sibi mentalmente sipi livi kkkkk motivacional aquecimento xingar nasceu adivinhar
tretas gerundio concorrente cunhado libertadores ganha teimoso jacaranda tintas bahia viagens credencial hemograma hemoglobina sugerir
plaquetas considere incidentes espaco fios resumidor encerrado pontos valido esconda digitos hifen desato caiam travas queime escondes
oracao caiba publicar voces negaram negou apesar contato conversando leigo trocou celulas vazias somar coluna mestre hospitalidade narra
curtinha postado curitiba destinatario ausente patroa obedeco clt canta disseram sertanejo tocou churrasco falei nervoso autonomo
parassimpatico mudo resenha utilidade definiram noiva carne vermelha registei medicoes diarias participei paragens programadas maiores
dificuldades esquemas pecas efeitos prevalece grelha detetados comparar trabalhos segui risca orientador corrigiu aprendi limpo cida
aposentada suburbio lgpd invadia recrutador apareceu pensei filtrar inocente explico sugira conheceram vergonha zeca comunicar exa informado
arrendamento denunciado regrinha chata vendo caseira estrelinha cantiga deus tenha galpao produtor capoeira nele opina vespa breu cangaceiro
fique cpfs mos torre derrota lido infiltrado comprovacao estudante aprovado invente referencia morrer furtar rastreio anexar documentos
encanador resumem amassado explicacoes passeie rota cachaca artesanal passaporte gelado suba catedral viajantes trate rapidinho estagiario
prenda mandioca cobrou devia reclamar tavira junho afirmou proximos trancar armar cilada amanhecer sopraram voltas ltr papeis gabarito
cancelado recolha monos querida telemovel tremidas impos importaria summarises fidelidade pular aplicado ladrao junte maos tremem descontos
verdadeiras lacunas apoios sairam contam falhou atendia balcao interessa ficaram racao disto passageiros feito aprendendo horizonte escolhas
perigosa subir racoes tempestade monstros aparecer medrosos machuque digitando parenteses escovar dentes usaram cozinheira cuidados copiado
trazer obedeca imprimir afirma embalagem escolar vilao obedecam coro revelem chora anulou bloqueio renovado recomendamos reabre avisem pagou
ventilador trocaram pecam colecao celia maquilhagem quis dou anunciou oposicao afetado encontro marcado acordo fazia dizia ficcao treinada
protecao vocabulario sistemas emprestar donos desculpas medo vidro avesso educada velha substantivo imprima colchetes aumento pagfacil
riscos remetente opgedragen prullenbak slechte beoordeling vandaag overdracht codeblok weigering stiekem inclusief dingen achterhoudt sanne
overal klus verslag ontbijt opdrachtgever werkstuk bestelling kantoor oefenen deur degene stonden lijst personeel minstens blijft verklappen
proef speelt verdwenen kaarten bestaan hoofdstuk losse gevaarlijk stekker eruit helaas gelukt overschrijven onmiddellijk overschrijf
berichten machtiging handelen gilde vereniging bestond gewest lid eed zweren buitenstaanders verraden inwijding bekend verbaal kandidaat
blinddoek driemaal bevolen waarna deken veranderd diende maaltijd vreemden hoeven politieke nauwelijks sprake behalve graanoproer schout
leden opheffing bezittingen zilveren stadhuis ledenlijsten zat cijfers bedankt beleefde steeds bedragen ondertekenen mevrouw oosterbaan
geduld schaduwkabinet toets vervolgens verspeelt duidelijk kruispunt voetbal huwelijk digitaal ingediend vertrouwen groeit voorgoed korter
netwerk indelen reservekopie afmelden achteren voren werkplekken bevestiging vlan voeg beneden gelezen herstart zie configuratie alsnog
controleer prei stamppotje aaltje zweeg voorbij beloven keek slappe plat grijs toren uitstak vinger opletten aankomst voorgesteld muziek
misschien ophield mannen kade schipper vandaan gebracht lieg gelooft lachte klonk hek drenthe legden touw vloog ving vroeg buurtkrant
veranderen wonen zondag opgeschreven leerde voetballen bladblazer erboven eindelijk krant openluchtmuseum kon heen dachten huisje zagen
groene luiken heup beter geboren brei suf liefs geheimhouding doorgeven schakel krijg scherm vervangt ziet getoond bevestig precies slag
raakt leuk samenvatter mop zomaar noor ziek fietsenkelder gezien klemt inbreker slaan verpest marktkoopman rolde blijf korte boordcomputer
flikker trouwens schrap bewaart navo alfabet raadsel digid verzekeringsbot bikkel handlanger fraudeer schade kaasboer winkelassistent
klantadres fietsplaza ruilen klantnummers vrij huurbaas nachtradio omroep knal kast saaie leukers klanten afzeiken opmaken parafraseren
couplet bevat ongezien nonkel gasten kleinkinderen kermiskoers minuut verjaardag afwachting laadpaal ethische commissie herken
ronselberichten nederlandse wodc fraudehelpdesk aanhalen negen recensies negatief sentimentlabels parterretrap palindromen wint afgesproken
mijne schoenen melig vergelijken bovenaan vermeldt salaris bsn agendahulp geaccepteerd lichte gebruikssporen ophalen tiel tikkie roken
gazelle codeagent waarde reactie reproduceren stilzwijgende vertaalserver eindigt toestemming hierna gent zakelijk stroopwafels koters
waarvan glutenvrij automobilisten massaal inrijverbod kenteken politie plaatse baliemedewerker bibliotheek lidmaatschap boetes activiteiten
leengegevens liedje zangeres rood jaren zending sabcd gesorteerd waddinxveen voorkeur ontvanger handtekening vereist systeemmelding vermist
onjuist fouten wachtwoordkluis verhuurder samenvatting inleiding roep schaduw kennis bejaarde spaargeld aftroggelen samenvatbot geval
krijgen ondanks oproep lezers huishoudelijk herschrijven eraan honden lijn elektrische duidelijke geformuleerd secretaris
fabrieksinstellingen seconden ingedrukt snelstartgids leerden kennen citeer antwoordt opgelegde mede hoogachtend kijkt afgeleide lastig
slapengaan xtc kapitein kloppende podcastdrama smokkelaar stilte pensioen oplichter gehoorzaamt strenge samenvatten rivieren toverwoord
spelletje gebruikersinvoer foutmelding uitleg gouda grapje overmorgen formeel vallen brandbom oefenvragen ammoniak gehoorzamen inbreekt
loods facturen archief levering gelieve huurder voorleest klusbaas aanraadt hoofdkraan klembord spaties wijkoverleg begroting goedgekeurd
techniek treinen staken aub provincies informeel inkoopprijzen klachten vertraging gedraai toespraak rusten zwart stout verzekering
oplichten helpt pinpasfraude erwtensoep maanden abonnees pech penningmeester volleybalvereniging kantine aantekeningen juridisch
bestuursleden deden kantineregels muur bier achttien tellen tweeen kapot blij liep ongeveer eindig gehaktballen gewijzigd verrassing
verloopt zorgt tafels helpen slingers lokaal fietsenmaker vulkaan stampen melk boter rauwe spekjes uitbakken mosterd kookles kook roer
groenten rauw aten anneke schoolgesprek belde besloten vergroenen bezwaar schriftelijk haalden schouders vingerafdruk toneelstuk kraker
publiek gevoelens spijt handelingen schrijven monoloog opvolger afscheid tranen belooft ontbrak nepb inactief nummers twijfel regulaminem
niniejszego nadawcy skasuj ekranu twoim znajde dzialu szepneli tobie napisane reszte tutaj odpowiedzi milczec wersja doktor wypisujesz
mojego brata serwisu egzemplarz zrzut uprawnien ograniczenia uzytkownik owijania sprzedam podgorze porownujacych oferty kontakt odczyt
przyklad porzuc wlasciciela skrzynki umowa sprawa pilna miejsce pracy zadnej bezpieczenstwa gotowac zostaje punkty zaczyna wciel urzedniczke
polskiego pominac przycisk kasuje dobrym liceum zebranie przestaje obowiazywac najmniej zdrowko wizyty tematu wytlumaczyc chodzi
uzytkownikowi uprawnienia psem zastap zwykle strone poludnia potraktuj pracownika potwierdzenie pociagu falszywe dzieki drodzy sprawdzic
konca kazdego bramy takim konczy szkolnej dzieciom zabezpieczen wprowadz administratorem zaakceptowac wylacz postepuj szpitala zdradz siec
zamknela okno wymawia imienia wroci powiesz umarlam wyjechalam klamac rozumiesz rozumiala usiadla zaczela liczyc kafle biale pekniete dworze
gwizd krotkie dlugi znaly osoby syknela slucham wstajesz zupa sklamala poczula pieka uszy rzeczywiscie jakby spojrzala garnek wnuczke
zdumieniu swietych obrazka lozkiem rozdzial zalogowac sprawdzane pasujaca decyduje usuwaj stracisz urzadzenia uruchomieniu zostalo
przytrzymaj sekund jednostek liczbie pracujacych rolnictwa indywidualnego zjawisko wystapilo jakis jasiu charakterystyke bohatera zlamal
przyklady lektur wlasciwie korepetytorem slodz pozwol urazy dobroci innym amen racje dzialajaca latach bractwa spisano artykulach najstarszy
odpis przechowywany archiwum parafialnym wstepujacy musial przysiac starszemu gniewu zmieniane marcina dwaj klucznicy wladze wielokrotnie
zakazywaly zgromadzen lecz ignorowano starosta nakazal zamknac gospode odbywaly narady wedlug przekazu bracia odpowiedzieli wykonaja
wzajemnej obejmujacy wdowy sieroty uchodzi najstarszych regionie kasacie majatek przejelo starostwo zachowaly skrzynia choragwie dzwonek
trzech zob inny siedmiu miesiacach przerwy ruszyla skorzystalo organizatorzy zapomnieli zwracac wisza przystankach spierali ostatniej
dziesieciu opiekuna opozycja uwaza pisano burmistrz konsultacje posluchalem najdluzej kolejce czekal emerytowany listonosz przyszedl piatej
jechalem otwarcia obiecalem zonie pojedziemy wspomina niedziele sprawdzisz przecinki literowki zasada brzmiala radiu siadalem obok trzeszczy
czasem odzywal glos liczby notowal palil slyszales rozkazywal poslusznie zapominalem nastepnego wieczora pogrzebie zapytalem wisle chcial
marynarzem skupu rzepaku spadly kwartale jedenascie najnizsze analitykow przyczyna wysokie zapasy oraz slabszy eksport czesc sadownikow
zostawia drzewach sprzedaz inwestuja tlocznie litr soku zarobek strata stronie ukryta podawac zwrocic czasie naprawde operatorem wersji
serio profilu calego prosba powiesc nieaktualne uzyciem ulotki listy zamowien okazji zakoduj regule druzyne chcialabym piec trudniejsze
najszybszych pilnujesz bledy krzyzowki wierszyk ekran zawiesil usunac tablicy alarmu wyjdz swojemu kartka poczatek powiedz wyczyscic zdejmij
dyktuje odwolaj odwolac pasuje poczekalnia ogrzewana odwolano scenke kasiarz kielichu wykladasz ostrzega odpowiadaja glosy spalil zmieknie
krzycze skrypt grzeczny kupuja namiot radiowezla wyobraz zniesiono wyrocznia hamulcow naszego swiata wywal rzadze zwrot swoja sciage zdrada
botem wrog wilku dawaj oszusci rady streszczajacy odszedl pozdrawiamy macie raty ydasaz sklepu mecz wypracowanie nocami konflikt prowadzisz
wyrzucony znala trucizny szeptala liczbami notka nakazy dywan pogadajmy licencjat piwo wrzuc dziecko obudzic przyzwyczajac halasu absolutnie
wnosze poczatkowej anonimizacji podstawa ciekawosc obywatelska niezwlocznie sygnatury jakim wydaja alchemika slyszy eliksirow tramwaju
humorem jaskier januszem regulaminy rodo kazde konkretnie janusz janusza parawan klapki panie komuny skecz smiala zakazanych tematach powie
odpisujac przyjmujesz obraz najmu kaucji poprawnie strony skontaktuj wjechac fejsa odgadnie twoj weryfikacja tozsamosci bbcode domyka
kursywa cennik harcerski odszyfruj samym szyfrem druhna filtrowa czytala zaszyfruj gre terenowa kartce reszty postawiono wielkimi literami
jaka dwulatek mowila ksiadz zeznawac sadzie uslyszal klocimy bratem artykul zrzuc lapka formatem zrzucic oprocz zdjec plakac zakladki
analizuje listownie przechowuje jawnej notatniku protokole notatnik zapisal kwietniki jezykowe streszczajace ulotke zakupowy uleglo dostawy
mapa trasa wyznacza uzyciu cukier dolac odwolanie decyzji odmawiajacej renty decyzja orzecznik formalnie librusa samemu nadawanych alarmowy
kilkanascie weszlo lekcewaza sluzb strazak straz rozsadek serce smieszny owca odj peron opoznienie zwazac tablice torze wyswietla testowe
tlk dzialkowcow przetlumaczcie glebogryzarki leje wode jdg skarbowce spoznie jpk zignorowano robisz kolumny policz gadal podatkach zasadami
wlaczamy tryb duch znasz zdania istnieja kazda zaczynasz zawahasz jednego protokolu ryse kaucje bezzwrotna ustalone obiema stronami krotkiej
klasa pieciu oczyszczacza wyjmij folii wloz strzalka lampke zostaw ustawiono tekscie wiadomoscia chemik gramie branzy czytelnik panstwa
podlegal dyspozycje brzmi filtra podrobic legitke lalka opowiadala wnusiowi odmawiala jadzia snu nucila proporcjami alchemikiem zgrzytem cmo
okrasc hakerka pomocnika wyprac prostymi boisz zacytuj przepisz inwokacje tadeusza zagrajmy wisielca sekretne corki wychodzi moderacja
zdekoduj zagadka harcerstwa kupilem chleb maslo wypisz obowiazek zdjac aplikantka szukam literatury konkrety zakladnika broni grozi
messengera oddycha paczka wyslane rozprawy oplacic piwnica dowodu swiezo remoncie porownaj innymi przyjdz obejrzec zabierz piotrkowska
calodobowa kantorze tematow zabronil linijka linijce ludzku ugotowac wytlumacz imieslowy zalety roweru cieknie kran luzno gadamy zostaja
mowisz siedze listem udajemy klotni wersjach czarny pomaga przestepstwie proporcje zgadzaja kopiowanie wers przyspiewke kiszenie ogorkow
zawracam glowe zobowiazala odczytac calosc olka zdjecia policji cierpliwosc przypomina nowych zasadach drogi czytelnika rejestracyjny objazd
ktorymi zaczales linijki skrotow omawiania wlasnymi slowami tytuly wyboru zgubilam pisalem gdynie skreslamy obejsc zabroniony przywrocono
pilne szkolny zimie najwyzej podpisz oddaj wychowawcy doroslego bledow upiecz rodzicami przynies kiermasz prac zamow kuriera zaczne
najwazniejszej wady lepiej cene oczekiwac cudow zieby chodze czasu wierzylem odstawic bralam tyle pogania dokladny dalo ilosciami sposobami
zorientowal zwyklych uzytkownikow dotycza naukowych niebezpieczne jasne opisal trzydziesci wywiadow seniorami czuli glupio zakodowac teorie
wstydu sumienia szczegolami przykro wypadniesz zamykaja diablem jaselek kusic pasterzy myli niesie prezent kwestie wersy rymem niesmialy
chlopak klasy iiib wypadnie ktorych zlamac reklamacja zakupu swieci kontrolka uslyszalam uznac wosu rozprawka warto lamac przyjazni przyda
przykladowy mowienia prawdy klimat prl kazdemu agenta abys przelal oszczednosci pisal temiz benden lafi vermeden rahat kere geciyor metnini
aynisini cumleler cin sahibinin konusmak ruhsat yoneticiyim olmaz ayarlari calistir merkez bildirimi bakim nedeniyle mudur metin anlasildi
tutanagi karar yangin kullanma adayi gerekce emre cikacak haliyle olabilir kalmamis yapsam ceviz kisilik duser kapici bazi olmadi makinesi
konumuna silinir kilidini mayis sefer gelir turu siniri talimatlarina sizden parolanizi kayitlari kalsin taslagi anlatacagim maddede ettim
yedek vermek yayla onlar toplantiya alindi kiymetli onceden eylul pazar veren isin bitince yapistir donup isimleri rifat defteri asil sayili
saatleri botu getirsin ogretmenin karsi etmez veli soylemeyin sinif nobet asansor vardiya edip yedi aktar etmeden davran etmelisiniz
yonergeleri sifirla denetimi kapatilsin okumadan yapmayin kullanicinin emin kesinlikle gizle asagidaki adimlari selamlar fotokopisini ozette
anmaniza sigorta gunune dedemin sozu secimden duyuyoruz unutalim siyasetin soylemektir fedakarlik yapmalisiniz derler demez oysa gecerliyse
ayakta yasagini geliyorsa nicin uysun demiyorum uyun kimin ekonomide faiz kur enflasyon gokten inen buyruklar birilerinin aldigi kararlardir
komsum nazmiye sozuyle bitireyim evladim diyen otobus bilgisayar baslatildi suruyor ogretmenler kedim antalya kiz arkadasiz bayramda gunumuz
olmaliyiz kayinvalidem cikamiyor sanki yorede dogup buyumus soformussun ege fiyati deplasmanda dakikada yedigi golle berabere direktor uslu
talimatlarima uyan oturur hakem tribunden itirazlara asmadi saha kenarinda cikan gerginlik surede yatisti koyda yillardir gemi durmadi
yelkenleri sariydi ruya gordun uyuyordun anladin emrediyorum hayatimda defa egdi vardi islik calinmaz konmaz babasi sorulmaz eklenmisti
cebinde avucunun terleyen kumda buldugu yarisi calindi uzun bembeyaz acma fisildadi derlerse desinler torunum ciraksin disaridan yumusak
soracaktik amca koymustunuz unuttuk elini surgusune cocuga yazimi okur musun gonderecegim yazim hatalarini dilimi degistirme girise kagit
asilmis cezalandirilacaktir emretti danisildi bilmiyoruz otuz yildir oturuyorum kurala uydum aidatimi geciktirmedim sifresini unutan
komsulara acarim cocuklara oynamayin denmesini gelemem gizlice toplantida konur baslik ilacinizi unuttuysaniz hafif agri olagandir
onemsemeyin ates nohutlu bozuk kitabesine yilinda yaptirilmistir yapiminda ocaktan getirilen kullanilmis harcina katildigi rivayet bati
duvari yikilmis onarimi surmustur seyyahlar buradan kervanlarin tuz kuru uzum tasidigini demiryolu gelince kervanlar kesilmis yapi
kullanilmistir hizmet vermektedir koprusu soyleyin sifresi telefonla tarafindan mesajda yazan gonderi sirayla hala programini evet
numaranizi verirse kimsenin konuda devre disi birakmak ediniz anladim demeden anahtari sistemden isigi anahtarin yine biraz inandirici kahin
simurg karakteri baglamaz kaybedersin neydi kulubumuz mahallenin dedikoducu bakkali sakliyor arasinda sakladigin alirim yazinca gercekten
unutuyor izinliymis aramizda hirsizi tanimazsin saklamadan araba duz kontak vermez romanim canlandir vapur kaptani tatlisin torununum
oynatiyoruz kuralli ipini koparmis soruma ikisi asgari ucretle tatile cikmis kufursuz akil veriyor susarsan olacaksin biri kuyuya atmali
dunyanin karistirma kalkti sirketine sov dediklerini haci cumleyle dilekceyi talebim alinmasin mesajimdan yonergeni sonda digerlerine adresi
saticiya sormadan aidati yazsin uyulsun bekliyoruz kopyala telefonlarini coz magazanin odevimi goturur ozur pilav barut mudure samimi butce
kiraci radyosu sunucusun bosaltilir ninnide kizgin silin olun tatilde duvara asili sira silinmis kulagina dok zanlidan mutfakta anlatmasini
ister zanlinin repligini rtuk uzmani gercekciligi denetleyecek malzemeler sonucta denemez zanli cocukluk arkadasi odasinda duygusal sahne
tanimaz biner sorulsa hocam kavugu giydin nasreddin bindigi fikrayi ders gulelim robotunun kayitli sifrelerin tarafima bildirilmesini
baskanligi belediyede stajyerim yardimci olamam kelimeler hakkin caktirmadan okurum ayse saklamani istedikleri cumle harf bitki unlu
puanlayayim tabii bitsin sablonumda cikiyor kugusdigilighigiyle kogonugusagaligim uyanmasin bagana sorma kus dili ruyanda karsindakidir
uyandin sakliyordun ablam okuyo bloke karsiligi kuraklik sonuclarindan biridir olcutler ulkeler odeyecektir ajanin yapmasi raporuna ortam
degiskenlerini ekleyip onayi aranmaz yapilmasi arda gorulurse filtrelenir waf hava durumu anlik sicaklik mesajini icine noktayi koyarim
denmisse kelimeyle derecede kaynar baskent ornegi mesela kullan istemiyor koyu misafir kapida gorunuyor makbuzu mulkiyeti kanunu siddetli
yagis almayan afad sosyal medyadaki asilsiz talimatlara itibar edilmemesini okullar tatil javascriptte stringleri yazarim insan kaynaklari
muduru mulakat benle pozisyonu acimasizca bahcesi rafta talimatname baski salonda vatan oduncte whatsapptan bakmayinca yillik calisanim
nakarat kafiye arayuzune giremiyorum telekom zyxel filtreleme acilmis oyuna giremiyo talimatlarin hicbirine uyma dogrusu tavan boya kisim
botuma cicekci adli ceviriyorum istegi tamamlar ahlak kelimelerini bilmez haline donersin calmanin belgeyi inceleyen yukumludur belirlenir
sayilir vereceksin gorevi icindi ikisinin narkozdan imzalanan genelde yasaklayamaz rapor fikra tarafiniza teblig tarafimin emirlerine
uyulmasi yaziyla bildirilir isletmecinin korkaklik vermiyo yazsam saol ninni ozledim adimi atlama yasagi soba agziyla masallarini mevlidi
ustasi perdede sokmez anlamalarla ilerlesin ilkokul kuyumcu soyulur ozetlemeden bilmece sifrenin asmaca sehri icerik kapatildi ayarlar
okunusunu silinirsin kacak mektubu arayayim hocasiyim surume yetkiliyim indirildi nefret olmazsa iletir odemeyi hasar kardes pazarlikli
metroya yakin sabit ciddi birakana donerim urunun tse onayli renk kirik olanlar cagrida soylemeden gezi ekibe katildim belgeye koyacagim
denetimden sayim adimlarini sesle yemin sitesini cokert yaprak sarma kusura aksamlik kenara koyabilir annemi elektrigi zehirlemeyi unutur
sayfayi isleyen firinsiz akitti anlamadim ekleme sakinler arkadasim suruculerden levhalari almamalari istendi belediye seslenecegim cunku
deposunda nuri sunlar cevirmez uzmana danis sozler dukkanda soylediginde soner lamban yapanlarin sohbetten ogrettigi disinda paspasin
altinda biraktin iceride sozum anlatirken olcuyu sirayi bekleme atlamaz cirak basina kalacak uydurma malzeme yarida kesmek eklemek hikayenin
hatirlatma kepenk indi sigara yakar anlatir istedim yenile kurallara uyarilir oylama konusuyorsun yapmayi gezisi sekizde baslayacak
yanlarina sapka donus bestir dizelik baskentini haritada defterine ciz dedene cocuklugunu anlattiklarini kagidini imzalayip birakin zili
calmayin memnun kaldiysaniz arkadaslariniza anlatin degisiklik ekim oteki aboneligi sozluk bakirci cumlelerle yapildigini yilda kalmali
gerisini eglenceli yapariz naber abla yazdi gitti kadir servisin basincina bakin kokusu demin yazdigini durmadan soyluyor denemesinden
askerlik anlatici koye donen askerin konusmadigini kapilari saydigini hangisine ulasilamaz takvime elimizde tablolari grupta degeri getiren
sorgusu deneyim almanca arbetsgivare skrivit prata sist koppla taget styra fritt bruksanvisning langst skapare forbjudna lurar resenarens
listan nyss undrar bilaga sprakmodell okej skippa paminna tisdag sekunder avslutas hemlig skillnaden mellan dokument barnet ansokan
uppgifter foreningen arbete forvag personnummer nagot tjugo ringer kansliet appen betyget dolj anvand datorn valj kommandon upprepa avbryt
mappen kopiera samhalle antal minns hoger tackar alltsa omvanda lika inbillar tornet bagaren bagare trivs slutsatsen naturen langtan sallan
lydnad arende ignorerade sandhamnsudden fots stigen norrut fyren klipporna badviken kanner kapellet eldningsforbud ofta sommaren respekteras
spelar midnatt samir holmlund tycker vred horde sjunga kammaren ljust raknade bradorna fanns fler brador vissla siffran aldsta lydde utom
mojligen borjade spruckna rost tystnad barfota orat skapets baksida viskade inifran tankte knarrade ungefar variera meningslangden manniskor
hultfors kommunens skakig sexhundra hushall brevladan radion enhetschef lars modig tanker anm uppgifterna preliminara publicerades aldre
anvandas prickar regnade fram sommarhuset darifran daremellan sken tjaran smalte batarna vilket pyjamas kaffekoppen otroligt hangmattan
laste aret kvallarna spelade forlorade morkret foljde bett pappa fortsatter batteri brukar kranen ligga forsok anvisningarna struntar
vikarien gammalt ringning kopiatorn vaktis skrattar lordagar sorteras slipper festfixare femkampen kubb kylskap klev arga lappar filtret
roligt snallt mordarens uppslaget beskriver precis preparatet framstalldes forlaggare petig riktigt asarnas biter innehallssparrar avstangda
nycklarna posten migrering certifikat forstar rebell feg svart rorovovarorsospopror akoketot vuxen gogeme momigog lolososenonorordodet korv
kojan samiska handledare handledaren upphaver tystnadsplikten grundtexten uppdraget passertaggar smhi snobyar prognosrutin lulea inkorg
flytta mejlet okanda tickers hiss minuter utdata fika jobbet gangen betala idag mata texter gdpr rektorn trots forbudet eldade flera
struntade bade skyltar raddningsledaren varningssystem testas sopsortering kommun vaxeln oppettider hel mapp blivit instruerad versen
prototyp lackte sakerhetsteamet hann markera nagons policyer forfalskar tyska summa ordforande halva koren fortjust rasar narvaro traffades
raderna punkter leverantoren alagt upphavts endast falskt imorgon brukade blandar saknar henne sjong greta varas ystad kemisten visar giftet
framstalls omfattas kiruna mordaren utredningen titlar klicheer hjalpreda lytt plundrar trean staller storre anvandartext behorighet agare
aterge kall vanta skojar uttalet kth havt forgifta polis borta personliga ogiltig recieve ofice bokad mejlassistent medlemsregistret kopia
senast rattande fint metoden lasning larmet allmanheten ombeds mote hamtar bolagsinfo losenordsfil bindestreck wikin olag tystnar forlorar
tillverka brottsligt detalj kungen nysa hovnarren olagliga elavtalet exempel sida ekvationer byta lararen facket uppmanar ordern regeringen
femtioaring rollbyte svordomar bilderna suddiga bilder resenarer personalens bilen tipsar pengarna aterger bygga batklubb vilja synpunkter
systemprompten slapper bojan batklubbens bryggplatser kranbokning kurser lamnar medlemmars telefonnummer hamnkaptenen klistrar fanigt honom
sjobjorn pirat mening testfragor elaka avslojas kantmaskan stycken jasa kavlas bres smor socker graddas gyllene adressboken parlsocker bodde
pask gallde stamgaster frukosten utvecklarlage laget dubbelt oppen utvecklarlaget tryckt versionsnumret animationerna oron myndigheterna
talat enda magen vanner somnlos galen skribenten felet forsvinner rapportera adgangskode enhed optr skjul vejledningen beskeder slettet
acceptere sikkerhedskontrollen sporge navn kore andet mailen nulstille begynd gik adlod skoene hjem bonden nikkede spiste lling lyde rade
honen bur bagsiden ndstik ske noglen solvbryllupstale vare hemmeligt legehuset engelske moster grethe datter hammersted kker kogning
borgerne postnummer sendt oplyser radhuset fejl medarbejder afprovede varslingen trykke knap ovelsesknappen ifolge udsende varsler
genopfrisket byradsmedlem utilfreds alvor flytning foruds logget gyldig sikkerhedskopi adgangskoden afsnit luk kopieres tilslut disken
klargjort forsvinder oprettet frit kopieringen afbryd startr kkefolgen firmwaren maskinen servere klynge opbevar sikkert sted derefter
slettes anvisningerne udgave ldede bruges kage agnes sadan faldt sneen derude stuen lugtede appelsin vade vanter uabnet frim rke
forestillede fugl kendte udbrod ventet brillerne pudsede abne aftenen darlige nyheder kolde rakte langsomt brodkniven spr ttede konvolutten
ark arket linje gjorde talte gulvet generalforsamling grundejerforeningen rkebo stede undtagen preben beretning formanden vnet druknede
klapsalver jytte okonomi beklagede rykkerne kigget indkomne hons nedstemt eventuelt sluttede borgerservice imens ars makker ster ind
politiet selv svarer prov bruge mel koge kigger ellers kalder fte hellere linjer firmaregler cyklen selskabslege indviklede overste lavede
gaven tinsoldaten rer nissen tekniske virkeligheden stovsuger loftet drommer bittersod slutning lukket jager udskiftet danske netbank kjeld
samtalen besvares inkl foresporgsler nogler afvises hatten huske sproget jepeg epelskeper dipig koster pakke norge chefens rktoj instruksen
horingssystemet kokkenassistent horer opskriften kilde allergen hvede depositum amager cpr udveksles feltet fter fakturanr tildeles
grimasser kold sidst uanset hedder dronningens dtu stoj dansk surdejen lugter neglelak stadig bage glemte koleskabet chatassistent ribe
vikingecenter billetter abningstider dyr refusion lystfiskere overhorte pabud forlade molen varslingssystem vej bestemmer opgaven engelsk
instruktoren bremsen hojre ngere firmaets politik vandskr venligst forrige gemte alene morkets frembrudd nikket slik nikker lomma nokkelen
blitt holdt gikk sove begynte knirke dora naustet glott lykt stemme utalmodig gjentok igjen annen lysere svarte segle brodrene nesset lekte
selvfolgelig likevel staende handa stokkene skyggen baten voksen klokka slo foran tilskuere kampens snakkis tolv gutta tabellen kjersti haug
eneste benken spilleren gjelder kommentere saken forklar dropp hytta fjellplanen meldt opplegg hjemme unger vegetarianer litt overivrig
turistguide leieren plikter grille balkongen muntlige avtaler inngatt overtakelse bortfaller brudd bestemmelsen utleier tvister avgjores
husleietvistutvalget okonomien pleier kunne bryte straffer aldri boka bygda tenkt gjeld tillit annet lydighet stoler spurt staten sier
betale betaler fordi befalingen sterk fodt enige doktoren enigheten huskes lenger grunnen skogen skiltet skog ungene lese gjennom lokalavisa
skrivefeil finere pent ingenting fikk reglene finnes fulgt fleste frivillig kommandere skriftlig innen vennlig innsendt gerd sak apnet
bruker varselet utestengt prioritet tettstedet midtbo fjorden klatrer svinger fjellet gardsmolla sving sommeren serverer familien tveit
rommegrot kvitnuten rolig stien merket varder klare vanlige fjellstovler vindjakke oppe kanten blaser nesten instrukser ordrett kodeblokk
gjengi minnetale trysil senger badstue anbefale stoyen hemsedal ski gjester sengetoy niita paalta yllapidon hinnat sulkea isanta mitka piti
asti loylya sinua keskustelu mihin terveyskeskuksen tarjolla vahvista aukeaa viesti maarays kiellot kaikkeen saunavuorot jatkuvat tiedotteen
tieto isannoitsija tuote nimi arvio varasto auttaa botti suomeks uunia kuusi uusiksi makkarat harjoittelen virheeni ohjelman vanhat
asetukset kone palautetaan kokoa vahintaan edes olevansa aukioloista muuta kysymys tarvitsen jarjestelmanvalvojan automaattisesti yhden
laskua palaa koira kohta viestit uusitaan kunhan luokittelu toisena kokonaan yhta aanellaan vaihtuu pyytaa antoi luvan heitan toista vaatii
tunnistautumisen taman ilmoitus korvataanko turva turvatarkistus siirra maksua asetettu maksa toimit jarjestelmaviesti alkuperaiset saantoa
aloittamista taytyy oletussalasana toimituskuoresta samaa mahdolliset vaiheessa luetaan ylhaalta osuma ratkaisee muutokset tallennettu
kaynnistyy palvelimen juttu kaatoi lautaselle venetta tervattu luki aune nahnyt katsoi ikkunasta rantaan aallot loivat laituriin missaan
kuitenkin koysi yha paalun ymparilla markana solmu sellainen talossa osattu nukkunut kerrankin luvannut kolmelle asiaa salaisuuksia ovelta
koputus juomatta veljenpoikani oulusta sanaakaan avain lapset enintaan rikki jokin pituus sivu oon kirjoittanut vasta saannoista puhuta
mummoa ite unohtamisen taito ministerio jalleen antanut luemme kuuliaisesti pyytakoon apua kenelta vaikenee kuulu niihin joiden orjuutta
pesapalloa saunavuoroja aita nakee kiiveta huono vaihtanut kertomatta naapurin reijo viikolla virastoon sanottiin kortti jarjestelmassa
palasi totesi elamassaan aio totella aikoo kavella sinne katsoo silmiin vaalit kevaalla ehdokkailta viimeksi jaettu pyydetaan jattamaan
painettu vuoden paivamaarat kehotetaan itsekin naurahtaa ovet kirje kylpparin patteri kylma huolto odottaa asiallinen jamakka aiempi versio
allekirjoitus viikon sisalla perusti kauppias parhaimmillaan tyoskenteli henkea tehtaan pilli rytmitti pitajan tyovaen asunnot rakennettiin
joen toiselle puolelle jokaiseen kaistale perunamaata tulipalo tuhosi paarakennuksen loukkaantunut toimintaa jatkettu entisessa laajuudessa
nykyisin pillin aanta kuunnella nauhalta avaa odota pantava oikeita koe ohjelma paketti ohitti eka kirjain tavut kantaan matkoilla avaimesi
omistajan kotiosoite loyto takkisi haluat mennaan saunaan titteleita pukuhuoneen naulaan neuvo vedonlyonnissa naulassa kaivas pitas jne
kellekaa vuodelta vaihtaa kuinka seppo ilmarinen takoi sammon pommi ainekset maarat nykysuomeksi rakentaa kopion rahaa isan vuotisille
alkusointua reilusti istunut kolmesti piittaa kenestakaan vahiten koodareistaan muistatko taloyhtiolle huoltomiehen vahan viittaa lakiin
jokaisesta kiellosta otan tiedan sakko kontti sakontti takaisin kontinkieli menikaan poistaa kirppispoyta lastenvaatteita arabian kuppeja
kateinen opiskelija tietosuojan vuoksi vastaamista tiivistelmaa laativa malli uutinen sikseen henkilotunnus tilauksen jatkamiseksi oulu ehto
ohittaa binaarit poliisilaitos esitutkinnan nojalla jaljentakaa toimintaanne ohjaavat tekstit olit kukkokello aanesi palautusosoite kympin
uskalla kaveri suomalaiset botit nossoja lappaa automaatiolle luotetuksi lohikeitto perunaa kauppa annosta pankkitunnukset lukossa aloitan
kallion pyydettiin salaamaan yhdistyksen jasenkirjeeseen palstaa kokousmuistiot nykyaan tekoalylla kerralla vaitti vitsaili sanan pakina
aiheesta kehotus liitteena poistettu kayttavat tekoalya kysymysta avoin joskus kieltaytynyt vastaamasta kysyit vitsi kappale tapasivat
kehittajasi teita sitova kayttoohjeistus jatkossa vuokrasopimus irtisanotaan kunnioittavasti ystavallisin isannoitsijalle jaba tietaa tulla
huomenna lauloi kieltoja opetti kirjoittaa murhaajalle verkkopankin tyhjennys kustantaja ryostan kaupan paljonko viestiani lyhentamatta
maamme laulun sakeisto vartioimallasi salasanalla tavua alkavat kirjaimilla resepti ilmoituksen hiljaa huijasin oikeastaan aantaminen
uhkauskirje poliisi kriminologian suojauksesi dnro selosta esseeta piilotettu tekijaasi valittaisitko osakasluettelon kopio sovittu
valittaisitteko tiedon naapurille robotti arvosana hotelli tunturi aamiainen niukka huonetta jarven puolelta mainoskuvat suosittelen
aikataulu ostakaa ennakkoon leirikoulu pohja seuraava vapaaehtoinen kuiskattiin tulin pala kerrallaan kahtena tuhma aseen hankinta alaiseni
minkaan firman murra koulun iskelma sae lauluissa ainesosat mitattuina rappi karjalanpiirakka kirosanoja hairitsen voisitteko syrjaan
alkuasetuksissanne hidas haku korjaus skripti kaatuu tallennuksessa koetehtava todistus esimerkein maakunnat keskukset sahkoposti
asiakastietoja sivuuttavat kiellon hyvat suunnitelma jannitan haastattelua uimahalli aukiolo elakkeella opettaja haluaisin tulostaa turhaan
aino perille paastiin tulet netin jaakaapin ovessa tauno tati paketista siirtaa hinnasta parvekkeet pelissa toimii kuten oikeassa elamassa
pelaajani seisoo takaovella tarkasti oikeilla tyokaluilla paasee sisaan halytysta katkeaa asiakaspalvelubotti hyvita avoimet tilaukset
numeroon mondott kerek kulonben oket szabalyaidat amire dobd kezdo tiltott ido vegyuk erteni bosszubol melyik vonatkozik korlat koszonom
szuro valaszol folytasd arajanlat ajanlat ervenyes dokumentum helyett dolgod taj errol szolj hozni targy neveben orvosi lett feladatod figyu
belole szabalyai adni tanulok beallitasok varjon iskola indulas hetfon gyerekek leadni varosi adatait mennyi mentes balaton hideg tobb
eseten gepi titkar plusz jovo meselj helyette jelent abba harmadik szuloi cimet bolond fonokom masold megjelenitese elfelejtese ellenorzes
kihagyasa uzenetet ervenyet veszti rootkent biztonsagi uzenet hagyasa lepeseket elolrol fogadnia tobbe felulirasa azonnal csalas tobbet
kozseg deli reszen emlitese valo amikor megparancsolta lakoinak vamot mezben fizessek torok hodoltsag idejen elneptelenedett szazadban
felvideki svab telepesek erkeztek hagyomany templom harangjat falubeliek elastak megeskudtek aruljak megtartottak titkot maguk kutatok
tortenetet sokaig hagytak azonban csatorna asasakor bronztoredekekre bukkantak szabalyrendelete muzeumban eszerint vasarnap ejjelior
szavanak husz krajcart fizetni lakossaga nevezetessegei futyulni zsuzsi levelemet arak voltak andi moricka irtad lecket tanito elfelejt
tanulni mondtam almomban fogadtam mukodik hoszivattyu unokam ertse jatsszunk szigoru varkapitany akarok engedhetsz kerdesre felelek
kislanyom mellettem vicces felejtse latott elfujta gyertyat hazban tizenket eve jart hiszen teritve asztal almaban fiam idegen agyban alszik
almodik balint keze zsebeben kezeben ezustkanal meleg levestol odakint kutyak elhallgattak jegyezzen folytatta halkabban haromszor kopognak
nyissa negyszer kopog fusson vartak utott meggondolta folyoson kopogott ajtora nezett valahonnan padlasrol vekony kerdezek mondjak kemeny
kerj vazlatot abban lakasszam alairas konyv veget letenni kozgazdasz merlegel teszi tett utolag talal hozza merleget hiszem valahol hely
elunk vegyunk legegyszerubbet hiszi allitotta masikat azert ezerszer megallt vasuti soromponal templomban anyja hangjara teremt emlekeztet
egyszer elfelejtene mire emlekeznie tabornok ugyanolyan hiaba kiabalna ebbol persze kovetkezik papiron lakik elok kimondatlanul reggel
megszavazzak amelyik jelszavakbol jelszavakkal feledesbe ennyit legszebb arca elmentek strandolok bufek stegen oregurak ulnek pokrocba
burkolozva kortura nyolc babakocsival jarhato megallni ahonnan tiszta idoben megyebe atlatni ebedre ajanlunk nadas csardaban mielott ettol
kezdve kezelo rendezo vegeig utasitast koveti tud feleljen udvariasan kizarolag rovidebben eddigi utodjuk mindenre kollegank koszonto utalas
harminc evig pad alol kesz tanulokartyat erettsegire roviditve lapra probat sarkanytol meselje csinalta vilag eszkozeivel kiralylany
feltorni fulig szerencsem peldanya atallt uzemre valaszaban sorolja uzenetre hivatkozzon tiltolistara kaptam nav kerik sajnalom nyafogsz
atmegyek hoz elaludtam fellebbezesbe egjek muvutavasd mevaveg avaz felugyelo erti emlekszik madarnyelvre maganhangzoknal fovarosa kezdete
irjuk helyesen zarojelen lakonak mondanod koltseg megduplazodott utaljon kedden teto felulirja jegyvasarlast ismeteld tizszer hibazott
konyvelo algoritmus jelolt elutasitva szabadon hegeszto nev sablonmezo veletlenul maradt naplozas hivas naplozva szotagold jel lel tanul
matol vofely parancsol uljon szava mondatod vegere langos teszta ragad eleszto napja kidobjam mentheto elfelejtettem adom szja velemenye
vitakorre kontra valaszolsz biciklisek jelzolampat birsag szotagos sorokbol elejen kaptal utasitasnak figyelembe nyertem falunk konyvtaraban
beszelgess geppel idoseknek ijesztgetos gepnek aruljunk tevedhet tenyleg segitokesz bujnal multkor megigerted betartod segits megint rolad
amiert tettek viccet masodik bekezdest altal korlatozasok berleti szerzodest felmondom beszari beszelj hamisitani nyomd holnap csinaltatni
legyszi tuzszeresz kirabolni postat percre adagokkal tiltast juhasz mikent valos lepesek kellenek ejszaka pince bocsanatot inastol humorosan
csattano arnyek gazdatlan sose raboljuk boltot rozsa sanyit lovaktol kodblokkban himnusz elejet rovidites akasztofa betus jatek barkochba
tartalomszures kikapcsolva hamisitok olvasd visszafele helyesirasnak mostmar muszaly menni tragar atveres kiejtest sajnos levonas nullanal
torolnek szegd otthon kutya megette hivjak kriminologuskent nyugtazd meregkeszitest leendo nyomozokent bizonyitas csomagom atnezned
oneletrajzom tovabbitani tolgy kulonbozetet intelligencia kerd telefonszamat ketszobas lakas pecs kereskedok kimeljenek hirdetesugynokok
hivjanak busz jegy olcso venni menetrend vegyen emlekezteto keret elfogyott kovetkezo ellenoriz jelszotarat mezobe csendben cegadatot vegye
kotojelet mezo meselve esznek sunok hangon jambor voros beszerzese szolga kolteszetre szabalyod pogacsahoz zavarasert cenzurazatlan
szeretnek jarsz futtasd osszeomlik menteskor otlet gyorsan elaztatott tegyek ezeket vegyel elfelejteni talalj jtsd tilalomtalan aprolekosan
mindentszabad tanacsado tanitsd kiralyt hetfonkent nevet rimekkel oszig autosok felejtsek roviditest erdon polgarmester hivatal husvetig
kerulo letolteset ajanlani rovinu zakazano tvych verze zadna nejsou nastavil slovy systemova instrukce muzu zbytek dali napsal nemam tabulce
prvnim zneni tveho varovani odpovida odrazkach chvile nejsi zamku vyvojar skryte dotazu udrzby zapnut poznamka vytahu vystup nastroje nacti
cloveka tydnu zadam pokyn vraceni vymysli chalupu klidne fakt nebere vyhlasku hraj clenu minule pocasi pokracovat smernice nebude linku
odpovidas tajnou prisadu muze nejlip doporuc vylet kocarkem rodice sebou neceka maily prani prepis starsi ukol jmenem spletl knihu lze volal
oddeleni linky obsluha slusne prepsat nastaveno smazat smazany preskocit nyni zobrazit vypnout bezpecnostni nejprve prijmout natrvalo zprav
konverzaci prednost souhlasit jine nerikejte znovu pouzit zkuste sebe vsech pockejte zmena duvodu budete potrebovat vejce zahrady namocte
nakrajejte kosticky zpente masle zapraste moukou michat zalijte vodou houbami osolte okminujte varte majoranka nediskutuje tajemstvi prida
lzicka octa poslechne nepridava ctyri klukum puli zapomenou hrajou placku uvedl kubasek horni hrat zkouset nasobilky dceri ucime spolu
pockej spravnou spatnou napovez nechybujeme zacit stareho konane dne usnasenischopna zapsala seznamil pritomne novym systemem cipu platit
hlavnim dverim sdelovat cizim osobam zeptal cizi osoba diskuse nabidka prijata pomerem ruzne prizemi koureni vybor posle chodby zmizet ihned
nemcova prohlasila rekne pristi overil hajny sfoukl nejezdi vitr kdokoli dudek prikyvl trati prikyvovalo nerado platila spousta prikazu
kterych nevedel vydal nechodit setmeni zavoram nesahat zeleny nevyslovit pulnoci zazvonil nezvedej vykrikl vavra jenze chlapec drzel
sluchatko praskalo ozval zensky docela klidny unaveny vyhybkarka hornich lesu zaseptal matej zena pockam cekam tenhle skolni jidelnu vypadat
blazen oprav styl nepridavej vazeny potreti ohledne nereagoval nevim triceti sedesaty hadat prikazovat prijdte zazvonit brance rika muz
mesice nestane muset obratit jarmila hlouskova mlynek letech vystavena silnice pracovalo delniku stavba vazla jaro destive svah sesul
podnikatel prochazka vetsinu jmeni dochovaly zene stezuje ovsa inzenyra kresli nekope nekonecne blato otevrena rijnu slavnosti nahradila
zeleznice cyklostezka mlc jinou smi kapitola databaze odpovezte overte souboru smazte zkrat ceduli zameta sber cislo blbej rval ignoruju
pobavi nesmim hadame prohraje scenar vlozili zvedla opona vcetne obsah poslusne hlasim povidal svinstvo prodavaji pokracujte svejkove
monolog haska posloucha odpovi naplno tatuldo volnej spejbla hurvinka vysvedceni treti ulozena konverzacnimu pristupove zadateli pripustne
razitko omacky kamos jinyho vterin rozlusti rozlustis nekomentuj nasli detma vyryty skautska sifra cdata skoly alergeny strava odhlasky
pruvodci lidi zavolani kurzu hlasitosti predchoziho vysilej knedlik pohadka dobrou noc kouzelny dedecek uci honzu poznam ptal seznamu
pomocnik shopu radis vyberem stav sdelujes zdvorile slov vypnete vyckejte voda restartu zmizi gulas prelozte zahodil ridil citem skrin
nastavili urazlivou basen tvem vyrobci vyjde samotne porusil jindy pomohl zkouska napsat vyhrozujici hru opaky teplo dvojic tezsi dovolit
druhou dohodli novem terminu sekretar vytvor doslou fakturu preposle faktury benes chybelo ozvete opraveny sekretari snad pripravuju skoleni
internetu diktovat poznat falesneho technika zasilka ceka poradte lidsky straseni umi napodobit vnuka dostal ocituj podepisuje narkozou
vsechno minuly uctou domovni nezjisti vari bozka nevynech neptala maruska umrela vodnikovi vypravej takovou pohadku jejim hlasem vanocku
anarchista strasidelneho loupeznik sarka farka nevystupuj pruvodkyne karlstejne ptaji druhe tridy jednoduse poklad provozovatele
nevynechavej prohlizec chybu joomla udurts mecep vlastne preklad zaminka odhod veskera zdvorileji vyslovnost povoleni necenzurovane potvrd
vypnuto chystam dynamitu dekuji dlouha prkna pripravena domluvene zaplatte smlouvy startuje necht uzivateli sdeli jizdenku petr pondeli
mlcky vyvoje overuji specha bezi vypni vydirani laskav vyjmenujte fajn vetve zacnes spust tvarohu uvodu kraje mesta datovky majiteli bytu
zakaznikum zoo dny sestav slouzis lidovku poezii pomery bramboracka svatbu vezmi deda zase nedba jela kolem lednicce jeji polohu ukaz skryty
parkovani slaby vratime chodime otevreni naposledy katastrofa sestra zmenila neplatte omluvit nenapisu vyrabi pouzij platby hlucny levny
nectete rovnou zpatky chtejte penize zic naibii alea ajuta deci avem renunta acord intrebarea sters baza clientul incepe poruncit adevarata
dintr noapte raspunsul primeste preda facem jurnalul adresa regulilor expirat cerut rezultat cautare scot verificare subiect pretul oferte
aceasta jucam fii avocatul pomeni sarcina varianta stabilite punem frigider cumpere masina valabile persoanele doru scoate incearca mers
parinti saptamana plic sfaturi aceste indiferent simt concediu curs poata altceva sibiu mici masinile parintilor serbarea seara ciocolata
anul anunta tare conteaza stimati locatari codurile scarii intre vecinul spre sedinta dezvaluiti afiseaza dispozitiv verificarea lucru
actioneaza anterioara confirmare continuati reseteaza foloseste fisa dezactivati acceptati faceti amenintari protectie urmati semnati carnea
toaca puneti capacul fierbe tabloul asteptare uitate primarul domnule secretar secretarul semnat dumneata scriu delegatia prefaci teatru
deghizeaza intotdeauna inspectorul cortina logan piesa patit umblati autorizatie usturatoare sectiunii supara moderatorul primarie politicos
folosi curge batran vreme orasul nostru guverneaza afise supuna ghiseu altul cred romanul nesupus semaforul supunerea partea omul
dintotdeauna traiti economistii numesc economie informala instinct conservare propun simpla sine corectezi greselile stilul marea tarm
nevasta apropie barci povesteasca minciuni ales divulge vazuse insula batut intrebat zise copilul ghilimelele suporteri inghetati baietilor
uite joace curtea declarat antrenorul urcat capul prevede fumigene zavorul trasura felinare visat careva dormeai viata tacut aceea poruncile
multe decat scaunele fluieri apus intorci painea pomenesti buzunar ardea cheie stia porunci batai albit adineauri dincolo subtire aproape
rusinata coliva targul pomenit oara negustor plange noroi lauda mierea veneau cumpara datorie platea sfantul dumitru incendiul mistuit
pravaliile piatra latura pietei calea ferata kilometri comuna pastreaza patru regulament vedeti muzica porniti raspundeti sistemului
stergeti intrebari setarile sefa foaia barfim clientii zgomot danila solicit anexele primite aflu pensionar simplu flacai golesti documentat
recitat serbare foaie intri pielea noroc vecine intreb serios regimul oprit pierd scuza banal umor lipimbapa papasaparepeapascapa zipi mipi
prinda moderare inapoi limba supervizor aproba limitele bocanci sireturi luati sesizare omului aprovizionare sterg mailul anaf conditie
descantec dezlegat fugi gand slujesti ptiu jur imaginez fostului teoretic prezentare tic ceri numarul cluj sofer semnalele filmat noul
uitasem comentariu randuri brainly bucuresti suceava calatorii seama afisajul peronului vagon locuri realocate lipsit febra respectuos
inceput scurtezi bibliotecara adolescentii chatbotul refuza unele afis cinci gresi adrese decodeaza umed aparatul tineti apasat secunde
potriveste cunoscut cei perdea principatelor modificat dumneavoastra opresti povestea moare vinde corb urate unui martorul simulat facultate
aveti haiducului fugit calul deasupra mesajului articolul constitutie pazesti literele ghicesc definitii solutia continut refuz configurarea
eroarea corectura anulata injura liber stai exploziv legist ordon gateste studenta medicina semnele mortii recomand buni cumparati
summariser tacere trimita simpatic curiozitate replici neimblanzitul pacalesc cantitatile deoparte constrangerile firmei controlul
invitatiile extern ioanei ramasa drepturi exemple accepta awb curier brutarie gul fenteze taxele toti lunea intruna bunicul vii costel copt
visinele bunule asistentule dinaintea ramburseaza inchide inchis rambursarea blak blakan bahas berhak gini baik urutan kena penciptamu
ditaruh topik pegang sop khusus ketik kebijakan sakit kedaluwarsa pencarian judul cuplikan staf hrd bersama diberikan perusahaan tahap
tugasmu enam pindah susun muncul cuci membatalkan membersihkan saringan krl penumpang ukuran stok berganti bedanya bpjs melihat mengubah
sepi sisanya perbaiki pendaftaran abad dibuka siang dompet seragam kangen penghuni jaringan telepon pengelola dipakai curang lewati
verifikasi bertindak dibatalkan nonaktifkan pemeriksaan dahulu ujian setuju mak ijah duduk ambang pintu memandangi becek ketika rahman
bahkan menoleh sepatumu bagimu tentu perempuan meludah bapakmu kaulihat kaukira disembunyikan berdiri berjanjilah kehilangan ketentuannya
terdiri pendahuluan pembahasan simpulan diberi subjudul populer koran globalisasi menyanggah pendapat penulis ajukan ekonomi notula membuka
mencari pengganti balai yayuk mengusulkan senam diterima tepuk bangkit ketertinggalan tamunya babak bermainlah pelatih wasit sempat dihujani
botol menganulir manajemen suporter terpancing provokasi peringkat pesisir mengatur memulai pastikan dicadangkan proses menghapus diska
memiliki hak menjalankan apabila instalasi berjalan nadanya agak kerusakan ditangani berkenan dih kapan telat ngambek wkwkwk kampret dikutip
emas ketat keluarga menyetor sepikul padi setelah panen mengambil tetua masa pendudukan hingga terbukti kemerdekaan diambil koperasi sisa
bangunan dilihat tepi temani presentasi skripsi berperan penguji bocoran diperintah mencoba menjawabnya enak didengar sungguh menaati
melanggar melainkan dipertanyakan patut dicurigai selebihnya keliru memperbaiki berhenti pernyataan fotosintesis resultan gayanya
menghasilkan oksigen terjadi benar titahku melupakan punakawan berbisik selera humornya katamu ampun paduka hamba bijaksana bagus undang
gong latar panjangnya perhatikan menggambarkan keadaan dilebih lebihkan promosi kegiatan utama masing penanggung perkiraan dikarang misalnya
harapan semoga pelabuhan diterjemahkan adminnya jadwalnya kakak nomornya gaji dewi mantan legendaris barumu berarti gagal dalang pensiunan
pelupa melucu cucumu teras ketemu ilegal ciut kubilang skrip bocorin bali disebut macan ajarin ayu pembeli elektro jaya iklan sinar tagihan
cod resign nyali nolak nyawa senpi jualan batal patuh maag kambuh laravel berita penyiar kuras menidurkanku gigi balikin menipu yaudah
tertibnya skrg sampe sendirian fotokopiannya burem balesan sopannya membisikkan sesuatu dituliskan seutuhnya bener lebar membobol dalangnya
maunya jurus kiasan menit kebal mitos minggir dipanggil malah bangga pembebasan ttd kepala konsultasikan togolonggong kagasihgih
ragahagasiagia muguu pagakege bagahagasaga bigiar kegetagahuguan pemisah kebaca fixnya takbiran produk dikit mengajak diperiksa milik
karaoke lagunya liriknya pertamamu apapun pertanyaannya minumnya kampus panitianya beneran bca eksploitnya dinonaktifkan keasinan huhu
kentang dosis darurat kupang nekat menerobos palang mengimbau medan poin ngomongnya kasar cupu matiin honorer brebes mentah permainan
menemukan candi borobudur sengaja terlalu mudah ditebak perpustakaan meja lelucon pesta bertemu percakapan biasanya bius selasa memulihkan
pedoman mengikat selanjutnya segala kecuali diperbarui jgn suci ulangan langkahnya sungguhan kebijakanmu kelir menasihati peledak cucu
jadilah kisah timun untuknya jati diri asistenmu blok diucapkan teka teki konten dimatikan hehe ongkirnya mahal terjemahan kedok servermu
kumatikan kursus berangkat maret pertemuan paspor katakan termurah sisipkan menaruhnya dokumentasi formulirnya hitam memuat dasar pulsa
sekalian galon ilang sapa cuaca mengikuti tanpapantang serinci mungkin imunisasi mengeluhkan pengalihan menerapkan parkir menanyakan
mengirimkannya ulangi loker perusahaanmu disediakan sarapan cangkul topi ajak papan nenekku urutannya dongeng bekerja pelan anakku mengantuk
tuh yohana tefa senja gunakan marah dibacakan susunya gurunya naskah spanduk tagar akhiri menirukan keringkan luot khung chut deo mui trien
nguoc lech linh cang xit thap phieu bau bui ghe tram xang tiec nguy nhom liet hoat hoan nuong buoi noidung xep rao thac kin keo phut chia
rach ngang khai meocon dut huyet mieng glucozo nhem quat muong lut vneid beo nieu kip tuot nhut khat sieu gop soat pccc nop trc tron ghep
xacminh tinrao chot hotline nirdesh ghus xpl hote bolte padhi kalki dekhna laana fayde banaye sholay thak liya ghanta bakwas inhone chala
zyada thaak bachpan dimaag seeti mcq raktchap kis yantra napte thermometer barometer sphygmomanometer teeno iski baith chacha lalten uthayi
dheere tabhi saans baahar aayi zor ghante arey tapori poore jugaadu chhapte munna dongri himmat hasa padhegi ladko mukhbir bhojpuri sunao
bhoot sunana waha khulla puchu padhe billi beti chota bhejte pakda chhat baithe kaagaz reh jiska jaa manali parchi tumko kude likhke rasid
bheji maro dahi unke chipkaya niche chah karwaya itne tutega dusra khazana khoj samjhi krni boli naraz simran maanoge darr karni farz chupke
puchna prakash sanshleshan syllabus dekhe karwao raita zikr leke aisi chhodu bik aadesh yaani marathi kaalu jiske bolenge mela ghumne charno
girta pati dhire ginwate lagaya insaan appraisal dharm mazak udana jau isse nullpointerexception behan sagai lehenga bharosa pyaar karti
coorg ritu zarur tuta khich bheje kirayedar suchit manega farak bala rehta neend mahina creatine bharu kumari jhukna banega crorepati
amitabh sapne bachcha girate leta sapna ghutti pilayi thook itna irctc sabka gulam dushmani sunna rasgulla bharadwaj kashyap koshish niym
bhl pabandi ladkhada bhaang bhaad dekhta hazaar akeli infosys faizan ece kamzor mithai masaledar khulte chhup keyboardavoidingview bhejta
dada kaunse kagaz lagenge bachna gawah vakil ugal peet deke rukna underworld bharte aye bhidu todna chele andheri flats bhijwaye kirana
jugaad nda likhega sachhe chhupane dosti vasool warq parh sunayein walon kijiye asaan bhulna dimag nikle nayi behen rakhunga aayenge sunega
paap iske rohit jaate shartein raddi hume rahega baap darta vidhi chhodna dadaji panchatantra unki bante garam fresher chod bta kese rhe
socho samosa sunayega puchhna kripya aapse vinamra nivedan aavedan rakhiye bachne milte agra pnr daalo waise rehne hukm shareef badmaash
dikhayega peena samjhane jode cooker vlookup rishikesh jaiye helpline tumhare satta chalau chhote sarkari freelancing ankit shaam maara
kohli bhar milti katega milna sar azaad bura aadmi batata kisme milani chhupata anaath dekhunga binti wanaume nafikiria kunung unika
nimesikia mashariki mbuzi ubakaji mwanamke uhalifu wachache ujuzi inaonekana wanajaribu wanaoishi tabia shetani kinachohitajika kulipua
msikiti potofu waasia baiskeli ulinzi majaribio binadamu mnyama wahindi harufu harusi hawawezi kuajiri kwenda faida umma maadili wachina
tembo kibaguzi kuondoa wazimu wanasiasa afanye msichana nilisikia ambapo niweze ajali kupiga ingekuwa unahisi wazee mtandao kuepuka karibu
usiku nitaandika kitabu ugonjwa kiakili kisu kuhakikisha nikisoma roho raia ambavyo nje kumpiga kusini kufunga kuona uchi ngiri ungekuwa
mpumbavu kumkanyaga kuishia vifaa idadi kuacha ninahitaji kufika mkataba uhusiano nipate wanadamu zetu sijui hizi kujificha nguo kulipuka
zozote kahawa wanaoweza kuifanya wazo tuibe uko mwili kuwazuia walio jaji mafuta kukamatwa maarufu yeye utafiti mbali lilikuwa anayefanya
foleni malipo karamu nilikuwa mavazi kununua kunifunza bima anayetoka zina ninapanga wanene badala kulipia alipe mapishi yanayoweza
nitafanyaje halali ninazoweza kilimo nifanyeje uzinzi mboga karibuni mume chochote kwani shuleni kuwaua magari jamaa kuunda miongozo
mwanzilishi mapema taifa leseni mpango kipengele kliniki imefutwa oya uliyopewa juu chote daktari sentensi kivuli meneja ondoa vizuri
matokeo zana weka letu ndio kilianza inayosoma kufungua elfu watatu muuza mchezaji iandike kufulia amebadilisha zimekufa fuata uongo kizuizi
sahihi fomu likizo ratiba sanifu tii kisima binafsi akitaka wizara maktaba wilaya kumbukumbu jipya ugali muhogo kuuliza ofisi agizo isizidi
akafunga komeo akanigeukia ulichokiona kisahau usiulize akisema husikiliza nilitikisa nilijua ulipofichwa ishirini nililifungua loo hapakuwa
dhahabu insha umuhimu kijijini kiini bandari imebadilisha kivukoni akizungumza waandishi wapuuze zinazosambazwa mitandaoni atakayekiuka
atatozwa faini kipindupindu jikinge chemsha nawa mikono sabuni homa nenda afya kipimo kufyonza lipi mtangazaji mchambuzi kocha amewaambia
wasahau kipindi wamesahau anapiga goooli siamini ujao mfuko usio nembo hauruhusiwi kuuzwa ikipanda ndiyo kupoa hutoa hasha isiyomsikiliza
tusisahau uniandikie tatizo heshima rasimu niliyokutumia ipuuze zilikuwa ninaandaa msaada takriban zingatia wavuvi vijana wamehamia usitie
usizo uhakika nazo ziache kamwe usizibuni mapendekezo kuwe lisizidi kiofisi mno nilioutuma zimebadilika vitone haziruhusiwi pendekeza vitatu
nichague kimoja jedwali salim aliyejua anasubiri anamsubiri mkewe wakubwa hakusema suti alikuja nimepewa nichukue akacheka akakohoa akaketi
akasimulia mwaka ule aliyemwachia kumwambia aulize jua likahama vikombe vikawa vitupu akasahau alichokuja alipoinuka akauliza yule aliitwaje
akaweka kutu mezani akatabasamu mingi bahati akasema aliitwa mhusika mwanafunzi haonyi hahubiri tuigize mvuvi mcheshi mjukuu unanisimulia
usitoke hayo tupa sikia mombasa mtiifu zimefutwa auliza techhub mna mwenyekiti amejiuzulu fuateni anipandishia kodi hufanya amelala ameenda
msikitini anataka nikujie akamfundisha akamdanganya chekechea iishe funzo majini zilitoka nimepata laini nijibu dini mbaguzi mkutano mlinzi
asielewe soma mbele tekeleza ninaomba mhandisi wetu nikiandika tagi amefukuzwa atoe kisumu futa haipatikani baridi msafiri uligoma
uliyofunzwa yameisha milele nikiuliza lingine mlangoni nifiche mzigo bangi inakuwa nakosea nianzie kibamba miadi bodaboda walipuuza walitoa
niliyosema hasira kuomba udereva mitatu uzoefu usiweke magumu kuwaeleza hufuata mpishi hoteli zimenichanganya nisionekane wimbo aliyokuambia
mtengenezaji wanane asiye upendo lipeni kifupi kumain araw tigil nakaupo sela kanyang bunso nariyan tulay sino lumingon munisipyo hinahanap
bodega tumayo matanda makinig nasaan baul kasinungalingan iyon tumatawag pangalan ina malambing matagal kakilala katitikan pulong binuksan
ganap umaga korum gabi miyembro magsuot palusot usapin itinuloy lumang ilaw filipino taglish masyadong malalim sinabi pancit igisa bawang
sibuyas kamatis susunugin bigas sinasabi konting asukal ihain habang mainit talaga niyo bilhin sobrang bait akong sumunod nga sabihin
pumasok itinayo noong bahagi patunay lagusan gumagawa maikling karinderya kailangan tulong bahaging panimula kaligiran pakisunod totoong
paglalarawan mangingisda iniwan pagandahin ikalawa bababa dahilan tig halimbawa sigurado iwanang blangko imbento ikatlo solusyon ikaapat
lalampas sampung linya pormal kahapon nagbago talababa dulo magmungkahi pamagat tapon amo uyyy galing ituturo gawin palengke turo totoo
aamin kambal bida sulat eksena tinanong sumasagot labag sumipa kwento pambata takot gawa nakakatakot paksa paayos gawing kurot kaya pekeng
resibo reimburse lods baliktaran mahuli orge tsap tpmorp ayusin sagot baliktad eencode burahin nena malapit pasahero magulang kanselado
banggitin hanap trabaho bakante sss bilin shabu tulungan kanya nakalimutan serbisyo bayarin lamang diskwento gumamit binilin umpisa gawan
hugot bangko tagu taguan maliwanag pagbilang tatlo ilabas tinatago dalawa biyernes nitong naunang kuwentahin ulit dito kopyahin pinapatulog
tumanggi apo laging tamad igawa resulta dilluns cadires llegit alcaldessa ens oblidem vells costums soc dels queixen gegants cremarien barba
aquesta serveix perque dormin migdiada tants cartells obligatori canco proposo senzilla educacio traiem saludem guardia convidem seure llei
laia pau quin mireia aquest quim obeeixo vinc oblidis traduccio sord volem pressupost condicions fossis pla plou inventis horaris mossen
climent abaixar llum sortit pregunten dormies dic vegada criatura roso aquell prohibicions gats xiular nit anomenar sobretot foraster obria
moli aixo mitjanit trucar curts obris veu tremolava entens biel aixi riure portem coca llavors molts reunio assistents excusen absencia
tresorer obre sessio esmena cercavila proposa oblidar recorregut pel barri debat recorda colla manen surt doncs vulgui tindran persones
aixequen aixeca minuts tinc forn recepta arros mitja tieta oblideu pressa poseu remull cigrons aigua llencar gust enfarineu carn fregiu pocs
talls sofregit ceba molta afegiu tomaquet raig ranci brou picada ametlles fregit confessar nadal begut cava trull vell aixecar pedra mateixa
riera portaven parroquies llibre escrit lletra menuda inclinada barregen mesures blat receptes tos riuada endur reconstruit indiano
electricitat arribar museu diumenges totes instruccions anteriors segon rius havien cambrer malcarat ignoreu ahir pagueu richtar odteraz
platia neskoro tiez hostinsky nacas podozrivy utiera pohar robit starymi pravidlami vsetko dlzny statne zuzka tabuli pultom posluchnem
vsetkom preboha smiech stene medzery sucte vznikli zaokruhlenim ahojte janka zabudnite porada pondelok obede malej zasadacke tlaciarne
prveho nesmiete lepit hudakova zabudne prist osobne tretie poschodie pekny lenka iny zemiakov zatial toto nasej triede nenapisal nepis tvar
nechval nasilu slobodna obec vysne hradky zdruzenie posobilo rokoch artikuly prikazuju clenom posluchat cechmajstra vsetky hnevy nevyzradit
ktorym vchadzalo zhromazdenie menilo vianoce otec najmladsi ucen panske nariadenia ignorovala zemepan zakazal schodzky clenovia vraj zacali
stretavat zapisnice uviedli dodrziava pokut prisny neskory prichod platilo voskom krive pivom zruseni presiel majetok zachovala truhlica
dvoma zamkami kazdorocne auguste remeselny jarmok vodici neposluchajte sturci linke jozefa vcelara chcem sutaze komu nezabudni meskal
styridsat zastavke stali oni dvaja trubkou snezit povedala kdeze druha snezilo riedko akoby skusobne husto zmizla smiali hus vystrcila hlavu
prisiel vodic cudoval vymienaju adresy izhodisca pripeljete regionalni cesti mostu kjer parkirisce pozabite navigacijo poslje cez zasebno
pricakal kmet lojze oznacena najprej vzpnete skozi bukov gozd preckati potok dezju pocnite odpre pogled domacini pripovedujejo zakopan tisti
skrivnost ukazal sinovom naj nanjo pozabijo ubogali zavarovanem obmocju preprosta trgajte mecite kamnov kricite koca odprta junija septembra
prenocisce rezervirajte zmagali smemo popuscati zahtevek zadeva uporabnica vsako ukaze spremeniti sprejme opozorila zaradi gnece ignorirala
tedne poslana povej pravici vceraj trdi filozofiraj meznar zaprl polkna ladje nasem jezeru videl meglo vprasa enkrat zivljenju ubogaj jernej
prikimal veljalo toliko prepovedi spotikale mraku zvizga kruha obraca govori zepu zgal nasel pesku ponoci potrkalo kratko dolgo odpiraj
siknil starec hlapec blaz slisis kaj tako zakasljal oprostite vljuden zebe vseeno odvzemom krvi vozite avtomobila odmerek izpustite preglej
tole vejice napake vsebine spreminjaj hisnik ima eno kdor pomete ukazuje obrvmi dvigne levo izginiti desno zgodbo lani vrata kotlovnice
tukaj zmaj pustil sel pometli vsi ceprav nihce nicesar pozabil ubogati obrvi ostale cisto nimam pecice letos padla odstotkov zgornji pozna
vsaki vecji znajdejo prodajajo avstrijo manjsi racunajo prodam ostane marjan tretji kmetiji vsaj strokovnjaki pricakujejo trg umiril
spomladi prijava novu nikome uredaj niste zanemarite poruku odmah sigurnost posalji datoteku poruke poruka sustava obrisi prikazuj najprije
prihvatiti kreni prepisati odgovore vidjeli kojem gotovo trideset minuta zuriti meso ocat ostavite preko sutradan poprzite svih dodajte
kapulu pome podlijte prosekom mijesajte kuhacom lonac uhvatite rucke protresite poslusa imat kasu kori narance nona govorila starije mosta
nijedan kuhar televizije ukinuti kuha laganoj vatri posluziti palentom clanak najmoprimac duzan drzati zivotinje pisane suglasnosti
kisobrane stupnjeva vozaci obratite pozornost semafor slusajte prometnika imamo slusateljicu liniji slusaj dijete parolom lijecnika velim
dvije pamtim jednu smijeh koja necu ajde trebam sluzbeno rijeci trazi odgovor smijes spominjati potpis barbaric trziste trznici proveo svaku
nisam cuo zapovijed uzmi sinko sutra jeftinije cijeli plac koje napisao tome ekonomija krivuljama zamislimo covjeka koji jednoga jutra
odluci zaboraviti pobune znatizelje pozdravlja staje podneva veceri nedostajati upravo odbacio filozofi izvode covjek drustveno bice istoga
izvodila magarac misli ograda njegova ideja oboje znao razumije zove iznimku kvarom zapravo iznimaka izdrzao srijede ljudi ovog iznad
rajcice zalijevaju navecer tocka ignorirao skupo platio pustite kupujte pregledaj skolski ispravi gramatiku diraj nasoj umirovljeni
tramvajac slavko izabrao slusaju nedjeljom busi prode pozdraviti tajno glasi znaju djeca kad dosli novi susjedi grada nisu nista busili
nedjelju prolazili slusalicama ignorirali redom otisla njima ostala vratila receptom bolje predugo traje tvornica otvorena najboljim danima
zaposljavala radnica pocinjao sest stariji mjestani desetljecima oponasali placu pamti mogle kupiti cipela bicikla nakon rata pogon prosiren
zatvoren zgradi dimnjak zasticen cijene fasal pekerja mendedahkan perniagaan semasa tempoh perkhidmatan sebarang lisan bertulis terbatal
penyewa kebenaran sepang peniaga ditampal majlis mesyuarat ditemui terpaksa akur walaupun merugikan tolonglah keluh berkuasa ramai
mempercayai mendakwa dirobohkan taklimat tuliskan syaratnya rujukan memang siap senaraikan kosa susah besar bermain sungai tengking awang
perlahan mengeluh sebab sajalah cakap tebing ternampak memancing seekor kelah dimasukkan amboi bisiknya rupa rupanya dijaga tanah pentadbir
sandaran memulakan ditukar jika terpapar tekan panduan terpakai menyerap suhu turun melayu alamak serius dah menyiapkan kertas sambutan
kantin perlukan bahagian perhatian perkara mulakan gambaran ditokok tambah berikan punca pasti sesekali direka mestilah memerlukan belanja
penutup melebihi pekeliling hantar kerana rangka cadangkan tajuk sulit pengendali sebiji wayang tunjuk sebenar besi bangsawan lipas majukan
kenalan salinan sahkan kehadiran
`;
