/**
 * English words that the vocabulary lacks, and that a mistyped word of rules would look like: chosen by `test/bench/dictionary-words.ts` from
 * SCOWL's lists of sizes 10 to 60, Copyright 2000-2016 by Kevin Atkinson. Permission to use, copy, modify, distribute and sell these word
 * lists, the associated scripts, the output created from the scripts, and its documentation for any purpose is hereby granted without fee,
 * provided that the above copyright notice appears in all copies and that both that copyright notice and this permission notice appear in
 * supporting documentation. Kevin Atkinson makes no representations about the suitability of this array for any purpose. It is provided
 * "as is" without express or implied warranty.
 */
export const DICTIONARY_WORDS = `
aback abandons abase abased abashed abating abdications abducted abed abet abetters abetting abler ably abode abound abrading abscess
absolutest absolve absolving abstention abut acceded accedes accented accession accost accosted accosts accredit accrual acing acmes acre
acreage activator actives actuary actuate actuated adenine adjudge adman admen administrated administrates admix adoring adulate advents
adverse advisable aerated aerating aerator aerators afferent afield afters agave ageings ageists aground ahem ail ailed ails airplay
alarming alder alerted alertly allayed allays alleles alleys allotted allover alloyed alluded alludes allured allures allying alms aloes
alpines alters amassed ambulate amenable amercing amide amine amphora amply analysed analysers anent angered angering anoints ant anteing
anteroom anthers antsier anythings apical appals appease appeasers appeases applicator appoints apposite appraise apprised apter areal
arenas aright arks armaments armful armfuls armorial aromatic arrases arrayed arrears arrivals arterioles artful artier ascents ascribe
ascribed ascribes ascribing ascription ashed ashing asides askew aspens aspics aspirate asps assay assaying assignor assuage assures
astatine aster asters asthmatic astound astride asunder attentions attenuation attrition atypical aught aughts auks auricle auspicious
authorisation authorisations authorise authorises authorizations autocratic automaker automatics automatise automatised automatism
automatize automatized availed averring aversion avert averting avowals avowed awaking awnings axiomatic axle axles baa baaed babying
backboards backers backhands backwardly backwoods backyards bailed bails bakes balding bale baled balk balled ballets balling balloted
ballsed ballses ballsing bane banish bankcards barbing bared barest barf barfing barging baring barks barmier barring barrings baser
bashed bashing bask basked basking basks basswood baste basted baster basters bated bathers battier bayed baying bays beaches beadier
beading beak beakers bearable bearding beardless beatable beaters beavers beck becloud bedsore bee beeches beefing beehive beeline beep
beet beetling beginnings beguile beguine beguines behaved behoove behove behoved belches belles belling bellow bellowed bellowing bellows
bellying belting belying bemuse bemuses benches bendable bender bendier benignly bequest bequests berating bereave bereaving berm beset
besetting besot bespeak bespeaking bests betaken betaking bethink betoken betokens betters bettors bewailed bewails bewitch bewitching bey
beys bidden bide bile bilkers billowed billowing biters bitty blacker blaring blase blaster bleacher bleaches bleak bleakly blear blearily
bleary bleated bleating bling blink blister blistering blots blotter blotters blunder blurting boasted boaster boating bobs bod bode
bogeying bogs boles bolting bonfire bonfires bonk boo boob bookend boon boor bopped bops botcher botchers bounces bounden bouts bowels
bows boxy bracken braiding brained braise braking bravest braving braying brazing breaded breading breakable bream breasted breasting
breeder breeders brewing bribing bricking brig brine bringer briny brisking broaden brogue brogues brokenly bromide brooked bruited
brushed bugging bumbler bumblers bummers bumpers bunging bunk bunting burlier burping burring bused busing buskers busking busload bussing
busted busters busting buts butte butters bylines bypaths byproduct bywords cabbing caber cabled cabling cabs cackled cackler cackling cad
cadged cadging cajoled cajoling cakes calcine calendared calendars calf calked calking calks calla callings callower callus callused
callusing calmed calms calved calving cambered cambers cams canceler canceller cancellers cancels canines canoed canst canticle cantors
cants caper capitalise capitalised capitalises capitalizes captaining captivated captive captors carbide carbine carders carding careening
carny caroled carolled carolling caroming carp carping carps carroty carvery carvings casebook cask casks caste caster casters castled
castors catalysis catboat catboats catcalled catgut cattier caulked caulking caved caviled caviling cavilled cavilling caws cays ceases
cede ceders cedes celled cello censured censurer censurers censures censused censuses centime cession chafed chaffed chalets chalice
chalked chalking challis chamois champed chanced chancel channeled channelled chant chanted chantey chants chapped chaps characterise
chard chariest chariot chariots charting chary chased chatted chattel cheaters cheats chemically chemise chemises chemists cherish chert
cheviot chewiest chide chilled chimera chiming chink chinned chipper chits chock chomping chow chows chroming chugged chyme ciaos ciphered
circumvented circumvents cistern clanged clanger clanked clanking claps claque clasp clasps classifications classifieds classifies classy
clatters clawing claws clearway cleat cleaver clerking cleverly clinger clink clipper clomping clopped cloture clouded cluing coaled
coaling coasted coated coating coats coaxing cockier cocks coda codas coddles codeine coders codgers codices codification codifies cods
coed coeds coerces coexisting coffins cogent coiling cokes colicky columbine comatose comb combated combed combers combiner combing combos
comely comings commando commandos commend commended commends commie commode communed communes commuter commutes compacter compeer compel
compels compere comping completer complexly comporting composts composure compote compotes comps concatenates conceal concluding condign
cones confer confidante confidantes confidants confidentially confiders confides confiding confine confining confirmations confiscation
conformation conformations conforms confutes congaing conger congers congesting congests coning conjoin conjoining conjoins conjure conker
conkers conks conman conning connives connote consenting consents consign consigned consignee consignees consigning consignor consignors
consigns consorting constrains constricts contagion contagions contemn contemning contemns contempt contend contends contented contenting
contently continual continuum contort contorts contrail contrails contriving convene convenes convent convents converge convict convicting
convoking cony cookers coon coons cooperating cooperator coops coot coots copay copings copter coring corked corking corks corms corns
corpses corrects cortex cortical coshing cosigned cosigner cosigners cosigns cosine cosines cosplay costed cosy cotes cotters couplets
coups couture cowhand cowhands cowing cowman cowmen cowpoke coxes coxing coy crackup cradled cradling craned craning crank cranking crass
crated craved crawled crawling crazed crazing creak creaked creaking creamed creamer creamers creamier crease creased credentialed
creditor creditors creels creeping crematory creole creoles crescent crested crewed cringed critter croaked croaking crooks crudity
crusted crypts cubers cull culled culling culls cultured culvert cumber cumbered cumbers cumming cunt curators curd curlier curling
currant currants cursing cursors cursory curtaining curtest cussing customary cuticle cutlass cutters cycling cymbals cynosure dacha dads
dafter dallied dallier dallies dallying dames dams darlings darting dashing dastard datebook daze deactivated deactivates deadens deader
deadlier deafening deanery dears deary debar debarks debased debugs debunking decease deceived deciphered deciphers decking
declassification declassified decliner decoders decrepit decries dedications dedicators deducts deeming defaces defacing defames defaming
defences defiance defiant defile defiler defilers defiles defiling definers definitively deflates defogging deformation deforming defraud
deft deftness defuse defuses defusing defying deicer deicers deicing deification deifies deify deifying deliberated delimit delimits dells
delude deludes deluges deluging delves delving demeaned dementia demises demising demist demisting demode demoing demotes demotivate
demount deniable denier denizen denotes dent dentin dentine denting departed deplane deplaned deplete depletes deport deposed deprecates
depreciate depreciated depreciates deprogrammed deprogramming deputed deputes derail derailed deriding desalts describer describers
descries descrying desiring desisting desks desktops destine destines destining destructed detaches detain detained detainee detentes
devaluation deviled deviling devious devising devotes dewier dewiness dhow dhows dialed dialled dialling dialysis dibble dibbled dicker
dickers diction dieters differed diffident digestives digitise digs dike dilate dilates dilutes dimer dimes dimming dimply dims dimwits
dines dingle dint disability disabuse disabused disarm disarmed disband disbar disbars discards discern discloses discolor discus discuses
dispelling displace disposer dissever distend distending disuse disuses ditch ditching dithers diva diviner divines divisibility divisible
dobbing dobs docents docked dockers docket dodders dodging dodo doer doers doeskin doffing doge doges doings dole doles doling dolloping
dolts domes doming domino donging donned donning dope dopes doping dork dorkier dorks dormer dormers dorms dosh dosing doss dossing dote
doters dotes doth doting dotting dour doves dovetail dovetailed dowels downer downier downy dowsing doyenne doze dozes dozing drafter
drained dratted draught dread dreaded dreading dreamed dreamer dreamers dreamier drear drench dressage dresser drip drogue drogues droning
droop drown drugging dubbers duckier ducting duelled dueller duellers duffer dumber dumpers dumpy dunging dunking dusted dusters dusting
dwelling dyes earful earnest earthier earthlier eatable ebbed edger edification edifies educe eerier efferent effuse effuses eiders
eighths eighty ekes elan elates elbowed elicited elicits eliminations ell ells elms elusively elver emailed emanate emery emirate emo
emoting emulated emulative emulator enabler enacting enameled encipher encloses encoders encored encores encrusted encumber encumbered
encumbers endear endowed endows enervate enervates enfolded enlisting ennoble ennobled enquire enquired enquires ensign ensigns enslave
entail entails entente ententes enteral enteric enthral entice enticed entices entrained entwine envelopers enviable equable equate
equerry equines equitation eras erasable eraser erasers erases erasing erasure ere erectors eremite ergs eroded eroding eructed escorting
escorts especial espouse espoused espouses espying esquire esquires essayed essayer essaying ester estoppel etcher etchers ethnics
evacuate evader evaders evades evading evaluative evenest eves evicting evils evoked ewes exacter exalt exaltation exalting exampled
excelled excellency excellently excelling excepted excepting exceptionable exceptionally exclaim exclaims exclusivity excreta excretion
excursively excused execrate exemption exerting exertion exes exhort exiling expelling expiating expletives explosively expound
extermination extort exulting exults fabled facet faceting faction factional factious factoid factoids factored factorise faille fainted
fainter fairest fakes fallow fallowed fallowing falter falters famishing farce farrier fart farting fastening fatter fattier fays faze
federate federates feeders feline felines fellers felling fells felting femoral fend fender fends ferules fest festers fetter fetters
fetuses feuding fevered fibbers fictionally fictions fictive ficus fiddles fielded fielder fielders fiendish fife fifers fifes filbert
filberts filches filer filers fillers fillets fillies filly filmier filterers filthier finagle fines finessing finis finitely fink firings
firmer firmest firs firsts fishers fitter fitters fiver fives fixings fizzles flailed flan flanking flannel flatters fleeter fliers
flirted flitted flopped floret flotation flutters flyways foaled foamier fodders foes foibles foiled foisted foisting followings foment
fools footers foraged forager forages foraging forbear fords foreboding forego foregone foremen foreplay foresting forewarn foreword
forfeit forger forgers forges forgo forgoer forgoes forgoing forgone forking forte forwardly forwent foulard fount frailer franking frauds
fraught freaked freaking freer freight freshet fret fretted fretting frictional frictions fright frill fritter fritters fro frothing
froward fruited fudge fuelled fuelling fullers fulls fumbler fumblers functioned furl furnace furnish furnishing fused fusibility fusible
fusing fussing fustian gabled galled galleys galling galloped galls gambols gamed ganged gape garaging garbing garment gash gashing
gasping gassed gavel gawking gays gee geed geek gees gelatin gelding gelling genitive genning gentian gentians gents germ germinal
germination gestating ghat ghats gherkin gibe gibing gifting gigging gild gilders gilding gill gimping girders girding girting givens
giver givings glanced glaring glazing glinted glisten glister glistering glitter glitters gnarled gnarlier gnawing goad goading gobbing
goings golds golfing gonging goofing gook gooks goon goosing gophers gorging goring gosling gouging gourdes gout gracing gradable gradated
gradating graders grafted grafter grandam grandams granddad grandee grander grandfathered grandfatherly grandfathers grandly grandmas
grandmotherly grandmothers grandpa grandpas granite granola grantee grantees granter granters granulate granulated granulation graphed
grasped grasping grassed grassing grate grated grating gratings gratins graved gravest graving grayed graying grazed greased greasers
greasing greed greened greener greenly greyed greying grieving grimier griming grinder grinding grindings grinned grinning griping gritted
gritter groaned groaning grudging gruffer grunted grunting guesser guesses gull gunning gushers gusted gusting gutless gutters gyrated
gyrating gyve gyving hackles hackney hadst haft hags hails hairiest hakes hale halest hallowed halls hallways haloing halter halters
halting halve hamster hangars hanged hangman hanker hankers hanks happier hardiest hark harked harks harmfully harpist harrier harshest
harvested harvester harvests hasp hassled haste hastening hastier hasty hatbox hats hatter hatting haughty haulier hauling haves hawked
hawker hawkers haying hays haziest headgear headier headmen headset hearer heartier heave heaver heckled heckler hectors hedger heedful
heeds heel hefting hegiras heisting hellion hellos hemline hemp hep herb herder hereon heroics heroines heroins heroism heron herons
hessian hewed hexed hibernated hickory hid hided hider hie highboy hilt hind hinged hitching hitters hive hiving hoarders hoariest
hoarsest hocked hoed hoer hoicked hoke hollowing homing honeying honking hopped hordes hose hound houri hovel hows hued huffier humane
humaner humanest humanise humanism humanist humbler humblers hummers hump huskers husking hymens ignited igniting ignoble ignominy
ignorant illegals imaginably imaginal imagined imagines imaging imbalance imitations immorally immortals impelling impermanent impersonal
impersonated impersonates impersonator importune impotent imprecated inactivate inactivated inaner inattention inauthentic inbred inbuilt
incipient inclined inclining inclusively incompletely indexations indicatives indivisible inducted inductions inert inertial inexact
inexactly inferring infidel infield infinitely infirm inflaming informatics informs inimical inimically initialled inquests inquired
insaner inscribe inscribes inscribing inscription inseam insecurity inset insets insetting insiders insides insisting instar instate
instating instep insteps instil instructive instructors intimations intoner intoning introit intros intrude intruded intruding inuring
invariables inversion inverts invincible inviolate invisibility invisibly invitations invoiced invoicing ire irking irregardless itching
itemise jacked jading jailed jails jarful jeep jeering jell jelling jells jellying jerking jesters jests jetport jetting jingle jingled
jink jitters jiving jokey joking jolters jolting joshers joshing jostled jots jotters jotting jounces joust jousted judo jumpers junking
jut juts kana kayoing keel kegs kelp kenning keying kilter kines kink kissable knacker kneader kneaders kneading kneed knelling knob knot
kooks koshers lacerated lacteal ladling lamed lament laments lams lard larders lardier larks lassoed latex lath lathe lathers lathing
latrine lats launder laved lazying leach leaches leaky leashed leashes lecher lechers leches lectern lecterns ledge ledgers leeches leek
leering lefter legalise legalism legalize lender lends lenience lenitive lent lepers lessening lettered letterer letterers levered leviers
liaised liberate liberates liberator lice licit liens lifeline lifter lifters lifts ligated lighted lighten lightening likable liken
likening liker lilt lilted limbered limbers lime limericks limes limier limiest limiters limned limped limpets limply lindens lineage
linemen linen linens liners lineups linger lingoes lings linings linnets lino linseed lintels lioness lisp literates litter littering
litters livable liven livening loadable loaner loathers loathing lobbying locality lockers loco locus lode lodes lodger lodgers lofted
loge logins logon logy loin loiters lolloping loner loners longed longs loon loonier loot looters lope lopped lords lore lorry lounged
lounger loungers lounges lour louse lout lubbers lube ludo lumbered lumberer lumbers lump lung lunging lupines lupins lurking lute lyrical
mace maceration maces mads magi magics maid maids mailed mailers maim maims mains malice mallets maltier malting mammary mandala mane
manes manful mangy manic manky manlier mansions manuals mappers mares markups marts maser masers mash masher mashers mashing masker
maskers massage massaged massages massed masseur masted masterly matted mattered matting maturer maul mauling mauls maunder maxes mayoral
mazes mead mealier meander meanders meanest meany measlier meatier meed megalith meh melees mellowed mellowing memos mend mender mends
menthol mentoring meowing meriting mesdames meshing messaged messes messmate messmates metaled metalled metering meths meting metrical
mewing mewling mice midden middens miens mikes milkers millers mils milting mince mingle mingled minion minions minnows minored minoring
minx miscibility miscible miscues mislay misname misplay misstate mister misters mistier mistime mistype mitring mixable mockers mockery
modals modeler modelers modems moderating modulation moil moils moire moisten moistening molders mollification mollifies mollify molters
molting momenta moneyed moneys monger mongers monition monitions mooring moot mope mopey moraine moray morel morels mores morn morrow
morsels mortification mortifies mortify mosey moseying moshing motels motioning mould moults mound mousers mouthing mover muffler mule
mules mumbler mumblers mummers mummery munition munitioning munitions mural murk murks mused mush mushers musing musings musters mustier
musts musty muting mutt myth nabbed nae nailed naivest nappers nark nastier natter nattier naught naughts nave navel nays needy negating
negation negatived neglects nerds nerved nervier nervy nets netting nettling newt nexuses nieces nimbler nines nippers nitrate nitro
nodding noel noes noising nonstaining nook nooks nope noses nosh noshers noshing notates notating notches notching nothings notifies
novella novices nubbier nuder nudge nullity numbed numbest numbness nursers nutters oats obit objectify objecting objection objectively
obstruction obstructions obverse occlude occluded occluding ocher ocker ockers odder odes oink okaying oles olfactory onscreen onside
oohing opcodes operatic operative opiate oppositely opposites oppress orate orator ordained ordeals orderly originals originate orison
orisons orotund orrises ostlers otters ounces oust ousted ousters ousting outface outlier outspend overacting overawing overbid overbids
overbite overbook overbooks overcook overcooks overdid overdrive overeating overlie overlong overlooks overlord overnice overprice
overrate overrating overripe overrode overrule oversize overt overtire overtook overwork overwrote ovoid ovulate oxen pacer paces pacifies
pacify packer pads pageant pageants paged pager pail pails palaver palavers paler pall palled pallets palling palls palmier palming pals
palsied pamper panelled papered paperer papery paps parables parabola parading paragraphed paralysis paraphrased parcelled parings
parlance parlay paroled parolee paroles parotid parry partings passel passkey passphrases pastes pastier pastime pastors pasts pasty
patrols paucity pauper pave paws payola peaches peachier peaking peal pearlier pears peas peat pecan peculate peen peep peeving pelf
pelting pends penitence pensioning pensions peopled perceptional percipient percussion perforce pergola perishing perkier perm permanence
permanency permanents peroxide peroxided perplex personable personae personage personalise personalty persuaded persuader persuaders
persuades pert pertinent perusals peruses pervade perverse pervert pessary pest pesters pestled petaled petalled petards petiole petrel
petrels petting pewters philter philters phis phrasal pianola piaster piastre piazzas picante pidgins pieced pierced pierces pike pilfers
pillowed pillowing pimply pincers pinches pines pinkish pinnate pintos pints piped piper pips pirating piste piston pitches pity pizzas
pizzazz plank plashed plashing plaster platters platy plaudit pleases pleated pleating pleats plinths plonker plopped plosives plotters
ploy plugging plugs plumbers plumier pluming plums plunder plunger ply poacher poaches pointy poking poleaxe poles polices polishes
polishing polities polity polo pom ponder ponders pooched poohing popped ported portend portent portents posh posit posited postmen posy
pother potherb potherbs pothers pounces pouted pouters praetors praline pranced prancing pranged pranging prat prate prater prawned
preacher precept precising preclude precluded precluding predate predated preemie preemies preempt preempts preen preform preheat
preheating prejudge preludes premed premeds premix prepay preppier prepuce prescient prescribe prescribes prescribing prescription
presently presser presumes preteen preteens pretended pretender pretense preterm pretest preyed preying pricier prided prier priers prim
primal primate primates primers primeval primmer primp primps primula priories priors priory prise privateer privately privater privates
privatest privatise privatize privet privets privier probate probity procaine processions procured prodded professing profited profuse
progressing prole proles promoter prompters promptest prong pronged proofed prorate prosier protean protract provident proviso provoked
prowled prudent pruning psst puffer puffier pule pules pumpers pungent punishing punning pupate pupated puree purged purger purgers
purification pursers pushers puss putters pyruvate pythons quacked quad quail quailed qualm quavery queerly quelled quelling quells
questioner questioners quieted quills quilt quilted quilter quilters quires quivery quoited quorate quoth radars rafter rafters ragas
ragging raglans ragweed raider railed raiment rakes raking rallied rallies rallying ramming ranching randier rankling ranted ranter
ranting rantings raper rapider rappers raptors raster ratter rattier rattler raved raze razzing reacquired reacquires reactivate
reactivated reactivates reactors readied readier readying reagent reagents realer realest realign reamer reamers reaming reanalysis reap
reaper reapers reaping reapplication reapply reapplying rearing rearming reassign reassignment rebound rebuked rebukes reburied reburies
rebuses rebuts recalling recapitalized recede recedes receding receipted recessed recessing recheck recital recited reclassification
reclassified recline recliner recluse recluses recoiled recolor recombine recombined recommence recommenced recompensed recompose
reconfiguration reconfirm reconfirmation recons reconsidered reconvert recooked recooks recounted recounts recoup recoups recreated
recreating rectally rectors rectory recurred recurrent recurrently recuse recuses reddens redder reddest redefines redefining rediscover
redistricted redoing redoubt redound redraws reedier reedit reeds reefing reek reeked reembarks reembody reenter reevaluate reevaluation
reexplain reexplains reexport reface refaced refaces refacing reffing refiles refiling refiners refinish refinishing reflating refocuses
reforge reformation reformer reforming refuel refuels refuter refutes regale regaled regales regalia regaling regally regenerates regents
regrade regrades regrows regulate rehanged rehearing rehearse rehearsed reheat reheating reheats rehires rehouse rehouses reindeer
reinsert rejoinder rejudge relapse relaters relaxers relaying relearn relegate relegating relenting relight relining relisting remade
remainders remake remakes remaking remanded remaps remarked remarry remaster remelting remelts remission remodel remodels remount remounts
remover renal rending reneger rennin renter renumber renumbered renumbers reorder reorders repack repacked repacks reparable repast repave
repaved repaving repay repayable repaying repayment repays repeal repealing repel repelling repels repent repenting repents rephrased
rephrases repine repined repines repining replant replanted replanting replays replete repleted repletes repleting repose reposed reposes
reposing representational reprice repriced reprieve reprint reprise reprocessing reproducer reproducers reproduces reprogrammed
reprogramming reprove reproved repulse repulses repulsing repute reputes reputing requiem requiems requited requiter requiters requites
rereading rerunning resalable resales resat reschedule rescind rescinding reseal resells resent resew resit resits resolutely resound
resounding resowed respell respelling respire respired respires respite respites respondent respray restating restyle resurface retailed
retailer retaking retarder retarders retards retaught reteaches retelling retells retesting retests rethink retools retrace retraced
retracted retraction retractions retrained retreating retweet retying reunite revaluation revel revelry revere revered reverend reverie
revers reversely reversion reverting revile reviled reviler reviles reviser revisit revive revives revoke revokes revoking revolted
revolts revues revved revving rewarms reweave reweaving rewires reworked reworking reworks rewound rewove rewoven rezoned rhesuses rhymer
rhymers ricking ridding rifted righted righter righto rile riles rind ringings ringlet ringside riot rioters ripe ripest riposted
risibility risible rite riverbed riversides roamers roaming roarers roaring roasted roaster rocker rockery rockier roes roguery rogues
rollers romaine rook rooks roost roosted ropy rotters roubles roue roves rowels royally rubbers rube rubes ruble rubles ructions rudders
rues ruffian ruffing ruffles rugrats ruining rumbles rumples runlets ruses rushers rustled rustles rutted sachems sacked sacker sackers
sacredly sacs sagas sagging sags sailed sails sainted salacious saliently salines sallied sallies sallower sallying salter saltier salting
salve salved salving sanction sandals sander sandier sandpit sands sangs sappers saps sassed satay sate satiate satiating satiety sating
satiny saucing sauna savaged saver savor savored savoring savvied savvying sawed sawing saws scab scad scalded scalped scant scanted
scares scarfing scarp scarves scat scathing scats scatter scatting scent scenting schedulers schemata schemers schwas scoffer scoffing
scolding sconces scone scones scooping scorches scorching scorers scorn scorning scorns scotching scourer scourers scourge scourges
scourging scouring scours scouting scow scowling scows scrag scram scrappy screamed scree screech screeching screeds screened screenings
screes screwing screws scribes scuffed sculled sculling scything seamount seamounts seances seaport seasonality secede seceding secession
seclude secluded secluding seconded seconder secreted sect sectional sectioning sects securest sedating sedative sedge seduce seducer
seeder seeders seedier seedling seer seers seething seguing seiners seining seizing seminal senders senna senors sensitise sensitised
sensitises sensitively sensitives sensitize sensitized sensitizes sensory sequenced sequencer sequined serener serer serest serf serrated
servery settees setters setts sever sews sexiest sexpot sexting shacked shackled shafting shagged shale shalt shamans shanks sharer
sharpest sharpie shatter shave shaved shawl shay shays shearer sheaved sheaving sheeting shelling shelving shew shewn shews shill shingle
shingled shippers shire shirted shirting shitted shoaled shoat shocker shod shoppe shopped shoppes shoring showman showmen showy shrive
shrived shrivel shriven shrives shroud shucked shuffler shun shunning shunt shunted shushing shuts shying shyster shysters sideline
sidelines sidings sieving sifted sifters sighs sigmas signaled signalers signalise signally signers signets signoras signori signorina
signorine signors silenter sill silo silted siltier sines singable singe singled singlet singly sinless sinner sinners sins sippers sire
siring sited sitemap sitters situating sixths sizer skating sketching skid skim skimp skimpily skimpy skippers skirted skirting skis
skiving skuas skying slacked slacker slake slaking slander slanted slanting slating slaved slaver slavers slavish slay slaying slayings
slays sledder slider sliders slink slitter slop sloping slopped slotting sluiced sluing slumber slumbered slumbers smacked smacker
smarting smarts smasher smearing smeary smelling smelting smirching smiting smothers smut snacked snailed snaking snapped snappers snare
snarled snarlier snarling snatching sneaking snider sniffer snip snipers snipes snippiest snitch snitching snooped snore snorer snorers
snores snoring snot snows snuffed snuffer snuffers soaking soaping sobbing sobering soberly sodas sodding soever soiling soirees solaces
solacing solemnly soles solicits solider soling soloing solos sols solutes solvent somethings soother soothers sopped sorcery sorely sores
sorrily sorters souped souping sour soured sourer sourest souring sourness sow sown sows spacer spacers spacey spacial spacier spaciest
spades spadices spangle spaniel spanking spares sparest sparing spate spates spathes spatter spatting spay spaying spays speakings spear
spearing specialty speck specking speckling spectral speechifies speeder spellbind speller spellings spender spenders spew spewing spic
spicier spiders spidery spieling spikier spiking spilling spills spinals spindle spinier spited spitted splay splicer splines splints
splurge sponger spooking spooling spooring spore spores sporing spouted sprained sprains spraying spreadable spreader spreaders spreeing
sprier sprig sprigs springy spruces sprucing spuming spurge spurning spurring spurted spurting squalid squeaking squinted squired squires
squirted stab stabbing stabling stacking staffer staffing stagy staid staider stained staining staking staling stall stamina standbys
standee standees stander standers stanzas stapled stapling starers starless starlet starlets starling starlings starlit startles startling
starve starves starving starvings stashing stately stater stature statute stave staved staving steads steeling steeped steeps stems
stenches stent stepper steppes stepson stereos sterling sterner stet stetting stew stewing stews stiffer stilling sting stingy stinted
stinting stipend stippled stipulate stocked stoical stokers stomp stomped stony stool stools stoop stooped stopper stoppered stoppers
stopple stoppled stopples stork stormy stoup stouter stoutest stouts stow stows strafing strained strains strawing strep stresses strewing
strews striae strident strides striding strife stringed stringy stripes stripey striping striven strives striving stroking strop stropped
strove strung struts strutted stuffier stumped stunted stunting stupider stutter sty styli stylise suasion suave sublime submarines
submersion subs subtend subtended subtext subvert succoring suds sued sues suffice suing suiting sulfate sulking summarily summarised
summered summery summitry sumo sump sunblock sunder sunders sundress sunless sunning superposed supped suppers supping supplest supplicant
supplication supposedly supposes suppresses suppressor sups surfing surges surging surlier suspender suspenders suspiciously suss sussed
sussing suture sutured sutures suturing swab swag swam swamp swanking swarming swatch swathing swatter swatting sway swaying sways
sweating swell swelling swellings swill swindle swinish swishing swooped swore swotting symbolise synonymous synonymy syringe systemic
systemics tabled tabling tacker tackers tackier tailed tainted talc tali talky tallied tallier tallies tallying tamable tamed tangent
tangents tankard tanking tanning tans tapeline taper tappers tardier tarn tarots tarrier tarry tartest tarting tarts tasking taster
tasters tastier tatter tattier tatting tattler taunted taut tautens tautest taxable teacakes teacups teals tearier teaser teasers teases
techies teed teem teeters teethes teething teleplay telexes telexing tellers tellies tellingly temping temples tenably tensing tensors
terminable terminally terminations terminus tern testers testy tetchier tethers texted thanes thanked thatcher thatches thawing theism
theist theists therein thereon thereto theses thew thine thingy thinker thistle thole threader threaders threes throb thrower thwacked
thwacker thwacks thy thyme tidings tiepins tillers tilling tilting ting tingle tingled tinnier tinplate tins tippets titches tithe tithers
tithing titivate titivated titling titters tittle toad toads toasted toaster toed togas toil toils toke toked tokenism tokes tolerating
tolling tolls tombing tomorrows tonic tonsure toot tooters tootles toots topped toppled toques torches torment torrent torsion tortes tote
totems toting tots totters totting toupees tousles touted touts towelling towels trachea tractors trailed trainee trainees trainmen
traipse traipsed trammed tramped trample transact transacted transcriber transcribers transcribes transect transected transept transferal
transfix transits translocation transmits transmute transmuted transplanted trashed trashes trawled treachery treacly treading treadling
treatable trebling treed trellis trencher trenches trended trendier tress trey trialed trilling trite trivet tropic trotted troupes trouts
trow trowels truanted truce trudged trued truer trues trug trumped trunking trussed trusses trustee trustees trustier trusties trysted
tubers tufted tumbler tumblers tuneless turd turf turret tusk tutted twanged twat tweaking twerked twerking twill twined twisting twitch
twitching twitchy tyke tyre udder ulsters ulterior ululate umbels umber ump unabashed unaccepted unaltered unapproved unasked unauthentic
unbalance unbend unbind unbleached unblocked unblocks unborn unbowed unbroken uncalled unclassified uncloak uncloaked unclouded uncombined
unconsidered unconstrained uncooked uncorked uncritical unction unctions undated undoing undress unenclosed unethically unexceptional
unexposed unfettered unforgotten unfrock unfrocked unguent unhooked uniforming unimportant unintelligent unlaced unleaded unlearned
unleashes unloads unlocks unloosed unloved unlucky unmakes unmans unmeant unmoral unnerve unnumbered unoriginal unpacked unpeople unpicked
unplaced unproved unprovided unquestioned unquote unrated unreadable unsaved unsaying unseeing unsound unspent unsteady unstopped unsuited
unswerving untamed untasted untaught untested untie unto untrained untranslated untreated untrustworthy untwisted untypical unversed
unvoiced unwashed unwound unwritten unyoked unyoking upended upland uplifted upraise upraises uprears upsetting upstart upstarting
upstarts upstate upsurge upswing usher ushers usurers utters vacating valance valence valeting valiance validly valuate valuing valving
vandal vandals vanish vanishing vanning vapid variances vaster vats vatting vaulter veal veep veer veering veggies veiling vein veining
venality venally venation vend vends venerate venerates venison venting verger vergers veriest vermin versification versing verve vetoing
vets vetting viability vibrate vibrated vied vilification villains villainy villas villein villeins vincible vindication vindications
vindicator vindicators vines vintner violable violator violets virginal virile virtues viruses viscose viscus visitations vitiate
vitrification vogue voids vole voles vomit vomited voracity vowel vulture wack wacker wackier wading wads waft wafts wagered wags wail
wailed wails wain wakings walkways wallets wallies walling walloped wallowed walnuts wands wanes wank wanking wanks wantons warders warier
wariest warmest wart wartier warts washings washout waster waved waxwings wayside weal wearable wearers wearier weavers wedge wee weeders
ween weening weep weld weldable welders welling welly welters welting wenches wend wends wets wetters wetting whacked whacker whackers
wham whams wharves whatnot whatsit whee wheeler whelp whens whensoever whereat wherein whereof whereon wheres whereto whet whets whetting
whew whey whine whinged whippets whisking whistle whit whited whiten whitener whitens whiteout whiter whitest whitey whiteys whits whittle
wholes whopped whore whoring whorled whys widows wield wiles willows wills wily wince winching winders windowed windrows windups wingdings
wink winnows wiper wipes witching withe withers witters wive wiving woad woes wok woken woks wold wolds wolfing womb wonk wonks wooding
woofing wooing worded wordier wordings workmen workshy workups worldly wormed wormier worming worms worrying worsted worsting woulds
wouldst wowing wreak wreaked wreaking wreathed wrecking wren wrench wrest wrested wring writ writhe writhed wronged wronger wrongs wrung
yachting yakking yank yanking yearlies yellowed yellowing yells yest yipe yodel yodels yoke yoking yonder yore zany zappers zeal zeroing
zest zine zines zithers
`;
