import type { Rule } from '../ruleset.ts';
import { LINE_END, OPTIONS, PASSWORD } from './credentials.ts';
import { mixed } from './tokens.ts';
import { isPassword, isRandom, isStrongPassword } from './values.ts';

/** A password between quotes, which may hold what would end it elsewhere. */
const QUOTED = String.raw`["']([^"'\s\\]{6,128})["']`;
/** What a shell writes: a form of `printf` and options of `echo`, and the sign that opens a string. */
const WRITES = String.raw`(?:-[neE]{1,3}\s{1,3}){0,2}(?:["']?%s(?:\\n)?["']?\s{1,3})?["']?`;
/** One or several lines, as where a password is asked for twice. */
const LINES = String.raw`((?:[^\s"'\x60<>|;&()\\]|\\n){6,160}?)(?:\\n)?["']?`;
/** Options of `sudo` in front of the one that is looked for, and what a command that logs in is about. */
const SUDO = String.raw`sudo(?:\s{1,3}-[a-zA-Z]{1,2}(?:\s{1,3}[a-z][\w-]{0,30})?){0,3}\s{1,3}-\w{0,3}S\b`;
const LOGIN = String.raw`(?:(?:docker|podman|nerdctl|skopeo|oras|crane|helm registry|az acr|gh auth|glab auth)\s{1,3}login|gpg2?|openssl\s{1,3}\w{1,12}|hdiutil\s{1,3}\w{1,12}|cosign\s{1,3}login)`;
/** Commands that read a password where others read text. */
const READERS = [
  SUDO,
  String.raw`(?:sudo\s{1,3})?(?:passwd|smbpasswd|saslpasswd2|kinit|vncpasswd|cryptsetup|keepassxc-cli|bw\s{1,3}(?:unlock|login))\b`,
  String.raw`(?:sudo\s{1,3})?${LOGIN}(?:\s{1,3}[\w./:-]{1,80})?${OPTIONS}\s{1,3}(?:--?(?:password-stdin|pass-stdin|passphrase-fd|stdinpass|with-token)|-pass(?:in|out)?\sstdin)\b`,
].join('|');
const USER = String.raw`["']?[\w.@$\\-]{1,64}["']?`;

/** Passwords that commands are handed by other ways than options of their own for them: pipes, files, words behind words. */
export const COMMAND_PASSWORDS: readonly Rule[] = [
  {
    id: 'SE-1159',
    score: 0.85,
    exact: true,
    starts: ['echo ', 'printf '],
    rest: String.raw`${WRITES}${LINES}\s{0,3}(?:\|\s{0,4}(?:${READERS})|>{1,2}\s{0,3}["']?(?:[^\s|;&]{0,80}[^\sa-zA-Z|;&])?(?:pass|passphrase|password|pwfile)(?:\.txt)?["']?(?=$|[\s;&|]))`,
    verify: isPassword,
    match: [
      'echo Xk9mQ2vL7pR | sudo -S apt update',
      "echo -n 'Xk9mQ2vL7pR' | sudo -u root -kS ls",
      `printf '%s\\n' "Xk9mQ2vL7pR" | sudo -S id`,
      'echo -e "Xk9mQ2vL7pR\\nXk9mQ2vL7pR" | passwd anna',
      'echo s3cr3tPw9x|docker login -u anna --password-stdin registry.corp.dev',
      "echo 's3cr3tPw9x' | openssl enc -aes-256-cbc -pass stdin",
      "echo 's3cr3tPw9x' > /run/password.txt",
    ],
    noMatch: [
      'echo "\x24PASSWORD1" | sudo -S apt update',
      'echo password1 | sudo -S id',
      'echo <your-password1> | sudo -S id',
      'echo Xk9mQ2vL7pR | sudo tee /etc/hosts',
      'echo release2024b | base64',
      'echo Xk9mQ2vL7pR > /tmp/build-id',
      'echo "key-value2" > compass.txt',
      'echo "deb http://archive main2" | sudo tee a.list',
    ],
  },
  {
    id: 'SE-1160',
    score: 0.85,
    exact: true,
    starts: ['echo ', 'printf '],
    rest: String.raw`${WRITES}(?:[\w.@$-]{1,64}:${LINES}\s{0,3}\|\s{0,4}(?:sudo\s{1,3})?chpasswd\b|[\w.*-]{1,100}:[\d*]{1,5}:[\w.*-]{1,63}:[\w.@-]{1,63}:${LINES.replace('(', '(?:')}\s{0,3}>)`,
    verify: isPassword,
    match: [
      'echo "root:Xk9mQ2vL7pR" | chpasswd',
      "echo 'anna:s3cr3tPw9x' | sudo chpasswd",
      `printf '%s\\n' "anna:Zk39xQmm" | chpasswd`,
    ],
    noMatch: [
      'echo "root:\x24ROOT_PASSWORD1" | chpasswd',
      'echo user:password | chpasswd',
      'echo "root:Xk9mQ2vL7pR" | tee a.txt',
    ],
  },
  {
    id: 'SE-1161',
    score: 0.85,
    exact: true,
    starts: ['<<<'],
    lead: String.raw`\b(?:${SUDO}|passwd|chpasswd|smbpasswd|kinit|vncpasswd|cryptsetup|pass insert|keepassxc-cli|login\s[^\n|;]{0,60}--password-stdin)\b[^\n|;]{0,100}`,
    rest: String.raw`\s{0,3}["']?(?:[\w.-]{1,64}:)?${PASSWORD}`,
    verify: isPassword,
    match: [
      "sudo -S <<< 'Xk9mQ2vL7pR' apt update",
      'chpasswd <<< "root:Xk9mQ2vL7pR"',
      'kinit anna@CORP.DEV <<<s3cr3tPw9x',
      'docker login -u anna --password-stdin <<< Zk39xQmm',
    ],
    noMatch: ['sudo -S <<< "\x24PASS1" id', 'grep a <<< Xk9mQ2vL7pR', 'kinit anna <<< password1'],
  },
  {
    id: 'SE-1162',
    score: 0.85,
    exact: true,
    starts: ['lftp'],
    rest: String.raw`${OPTIONS}(?:\s{1,4}-e\s{1,3}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'))?\s{1,4}(?:-u|--user)[\s=]{0,2}["']?[\w.@-]{1,64},["']?${PASSWORD}`,
    verify: isPassword,
    match: [
      'lftp -u anna,Xk9mQ2vL7pR ftp.corp.dev',
      "lftp -e 'mirror -R a b; quit' -u anna,s3cr3tPw9x sftp://corp.dev",
      "lftp -p 2121 -u 'anna,Tr0ub4dor3xKq' h",
    ],
    noMatch: [
      'lftp -u user,password ftp.corp.dev',
      'lftp -u anna, sftp://corp1.dev',
      'lftp -u "anna,\x24PASS1" h',
    ],
  },
  ...[
    { id: 'SE-1163', option: '[Ac]', sample: '-A' },
    { id: 'SE-1164', option: 'X', sample: '-X' },
  ].map(
    ({ id, option, sample }): Rule => ({
      id,
      score: 0.85,
      exact: true,
      starts: ['snmp'],
      rest: String.raw`(?:walk|get|getnext|set|bulkwalk|bulkget|table|trap|inform|test|usm|status|df)(?:\s{1,4}-[\w-]{1,16}(?:\s{1,4}[^\s|;&-][^\s|;&]{0,63})?){0,9}\s{1,4}-${option}\s{0,3}${PASSWORD}`,
      verify: isPassword,
      match: [
        `snmpwalk -v3 -u anna -l authPriv -a SHA ${sample} Xk9mQ2vL7pR -x AES 10.0.0.4`,
        `snmpget -v 3 -u anna -A aaa -x AES ${sample} 's3cr3tPw9x' 10.0.0.4 sysDescr`,
        `snmpbulkwalk -v3 ${sample}Zk39xQmm 10.0.0.4`,
      ],
      noMatch: [
        `snmpwalk -v3 -u anna ${sample} "\x24AUTH_PASS1" h`,
        `snmpwalk -v3 ${sample} password1 h`,
        'snmpwalk -v2c -c public 10.0.0.4 1.3.6.1',
      ],
    }),
  ),
  {
    id: 'SE-1165',
    score: 0.85,
    exact: true,
    starts: [
      ...['rabbitmqctl add_user', 'rabbitmqctl change_password', 'samba-tool user create'],
      ...[
        'samba-tool user add',
        'drush user:password',
        'ejabberdctl register',
        'ejabberdctl change_password',
      ],
      'wpa_passphrase',
    ],
    rest: String.raw`\s{1,3}${USER}(?:\s{1,3}(?:localhost|[\w-]{1,30}\.[\w.-]{1,60}))?\s{1,3}${PASSWORD}`,
    verify: isPassword,
    match: [
      'rabbitmqctl add_user anna Xk9mQ2vL7pR',
      "samba-tool user create anna 's3cr3tPw9x'",
      'wpa_passphrase HomeNet Zk39xQmm',
      'ejabberdctl register anna corp.dev Xk9mQ2vL7pR',
    ],
    noMatch: [
      'rabbitmqctl add_user anna "\x24RABBIT_PASS1"',
      'samba-tool user create username password1',
      'wpa_passphrase ssid1 <passphrase1>',
    ],
  },
  {
    id: 'SE-1166',
    score: 0.85,
    exact: true,
    starts: [
      ...['rclone obscure', 'grafana-cli admin reset-admin-password', 'addprinc -pw', 'cpw -pw', 'bw unlock'],
      ...['user_pw', 'owner_pw', '-upw', '-opw', 'x11vnc -passwd', 'x11vnc -storepasswd', 'wifi-sec.psk'],
      ...['requirepass', 'masterauth'],
    ],
    rest: String.raw`\s{1,3}${PASSWORD}`,
    verify: isPassword,
    match: [
      'rclone obscure Zk39xQmm',
      'kadmin.local -q "addprinc -pw Xk9mQ2vL7pR anna"',
      'pdftotext -upw Xk9mQ2vL7pR a.pdf',
      'x11vnc -storepasswd s3cr3tPw9x ~/.vnc/passwd',
    ],
    noMatch: [
      'pdftotext a1.pdf',
      'x11vnc -rfbauth ~/.vnc/passwd1',
      'rclone obscure password1',
      'bw unlock --passwordenv BW_PASS1',
    ],
  },
  {
    id: 'SE-1177',
    score: 0.85,
    exact: true,
    starts: ['mysqladmin', 'nmcli '],
    rest: String.raw`(?:${OPTIONS}|(?:[\w-]{1,16}\s{1,3}){1,4}["']?[^\s"']{1,32}["']?)\s{1,3}password\s{1,3}${PASSWORD}`,
    verify: isPassword,
    match: [
      "mysqladmin -u root password 'Xk9mQ2vL7pR'",
      'nmcli dev wifi connect HomeNet password s3cr3tPw9x',
      'nmcli device wifi hotspot ssid Home password "Zk39xQmm"',
    ],
    noMatch: [
      'mysqladmin -u root password "\x24NEW_PASS1"',
      'nmcli dev wifi connect HomeNet password <password1>',
      'mysqladmin -u root -p status',
    ],
  },
  {
    id: 'SE-1178',
    score: 0.85,
    exact: true,
    starts: ['psexec', 'PsExec', 'bcp'],
    rest: String.raw`(?:64)?(?:\.exe)?\s{1,3}(?:\\{2}[\w.-]{1,64}|["'\w.[\]]{1,80}\s{1,3}(?:in|out|queryout)\s{1,3}[^\s]{1,80})${OPTIONS}\s{1,4}-[pP]\s{0,2}${PASSWORD}`,
    verify: isPassword,
    match: [
      'psexec \\\\10.0.0.4 -u anna -p Xk9mQ2vL7pR cmd',
      'PsExec64.exe \\\\srv -accepteula -u CORP\\anna -p s3cr3tPw9x cmd',
      'bcp shop.dbo.t out a.dat -S db -U sa -P Zk39xQmm',
    ],
    noMatch: [
      'psexec \\\\10.0.0.4 -u anna -p %PASS1% cmd',
      'psexec \\\\host -u user -p password1 cmd',
      'bcp shop.dbo.t out a.dat -T -c',
    ],
  },
  {
    id: 'SE-1167',
    score: 0.85,
    starts: [
      ...['impacket-', 'psexec.py', 'secretsdump', 'wmiexec', 'smbexec', 'atexec', 'dcomexec', 'mssqlclient'],
      ...['getuserspns', 'getnpusers', 'gettgt', 'getadusers', 'lookupsid', 'addcomputer', 'evil-winrm-py'],
    ],
    rest: String.raw`[\w.-]{0,20}${OPTIONS}\s{1,4}["']?[\w.-]{1,64}/[\w.$-]{1,64}["']?:["']?([^\s"'\x60<>(){}]{6,64}?)["']?(?:@[\w.:-]|\s|$)`,
    verify: isPassword,
    match: [
      'impacket-psexec corp/anna:Xk9mQ2vL7pR@10.0.0.4',
      "secretsdump.py CORP.DEV/anna:'s3cr3tPw9x'@10.0.0.4",
      'GetUserSPNs.py -request corp.dev/anna:Zk39xQmm -dc-ip 10.0.0.4',
    ],
    noMatch: [
      'impacket-psexec domain/user:password@target1',
      'secretsdump.py corp/anna@10.0.0.4',
      'wmiexec.py corp/anna:\x24PASS1@10.0.0.4',
    ],
  },
  {
    id: 'SE-1168',
    score: 0.85,
    starts: [
      ...['--src-creds', '--dest-creds', '--creds', '--proxy-user', '--auth', '--basic-auth', '--http-auth'],
      ...['--client-secret', '--admin-password', '--master-user-password', '--new-password', '--newpassword'],
      ...[
        '--admin-secret',
        '--user_pass',
        '--sudo-password',
        '--root-password',
        '--access-token',
        '--vault-token',
        '--token-secret',
        '--secret-key',
        '--secret-access-key',
        '--private-token',
        '--admin-token',
        '--session-token',
        '--bearer-token',
      ],
    ],
    rest: String.raw`[\s=]\s{0,2}["']?(?:(?<=(?:creds|user|auth)[\s=]\s{0,2}["']?)[\w.@%+-]{1,64}:|(?<!(?:creds|user|auth)[\s=]\s{0,2}["']?))${PASSWORD}`,
    verify: isPassword,
    match: [
      'skopeo copy --src-creds anna:Xk9mQ2vL7pR docker://a oci:b',
      'http --auth anna:s3cr3tPw9x https://corp.dev',
      'az ad app credential reset --client-secret Xk9mQ2vL7pR',
      'aws rds modify-db-instance --master-user-password Zk39xQmm',
    ],
    noMatch: [
      'skopeo copy --src-creds user:password docker://a',
      'git push --auth basic2',
      'az login --client-secret "\x24CLIENT_SECRET_1"',
      '--creds anna:<password1>',
    ],
  },
  {
    id: 'SE-1169',
    score: 0.85,
    starts: ['identified by', 'identified with'],
    lead: String.raw`(?:(?:create|alter)\s{1,3}user|grant)\s[^;\n]{1,150}`,
    rest: String.raw`(?:\s{1,3}["'\x60\w]{1,40}\s{1,3}by)?\s{1,3}(?:password\s{1,3})?${QUOTED}`,
    verify: isPassword,
    match: [
      "CREATE USER 'anna'@'%' IDENTIFIED BY 'Xk9mQ2vL7pR';",
      "GRANT ALL ON shop.* TO 'app'@'10.%' IDENTIFIED BY 's3cr3tPw9x'",
      "ALTER USER 'root'@'localhost' IDENTIFIED WITH mysql_native_password BY 'Zk39xQmm';",
    ],
    noMatch: [
      "CREATE USER 'anna'@'%' IDENTIFIED BY 'password';",
      "CREATE USER anna IDENTIFIED BY '\x24{DB_PASS1}'",
      "each device is identified by 'AB12CD34'",
    ],
  },
  {
    id: 'SE-1170',
    score: 0.85,
    starts: ['with password', 'encrypted password', 'set password for', 'sp_addlogin', 'sp_password'],
    rest: String.raw`(?:\s{1,3}["'\x60]?[\w.%-]{1,64}["'\x60]?(?:@["'\x60]?[\w.%-]{1,64}["'\x60]?)?(?:\s{0,3}[,=]\s{0,3}))?\s{0,3}(?:=\s{0,3})?(?:password\s?\(\s?)?${QUOTED}`,
    verify: isPassword,
    match: [
      "ALTER USER anna WITH PASSWORD 'Xk9mQ2vL7pR';",
      "SET PASSWORD FOR 'anna'@'%' = 's3cr3tPw9x';",
      "exec sp_addlogin 'anna', 'Zk39xQmm'",
      "ALTER LOGIN sa WITH PASSWORD = 'Xk9mQ2vL7pR'",
    ],
    noMatch: [
      "ALTER USER anna WITH PASSWORD '\x24PASS1';",
      "CREATE ROLE app WITH PASSWORD 'password1'",
      "SET PASSWORD FOR 'anna'@'%' = PASSWORD('');",
    ],
  },
  {
    id: 'SE-1171',
    score: 0.85,
    starts: [
      ...['enable secret', 'enable password', 'crypto isakmp key', 'tacacs-server key', 'radius-server key'],
      ...['snmp-server community', 'wpa-psk ascii', 'ppp chap password', 'plain-text-password-value'],
      ...['set smbpass', 'set httppassword', 'set password'],
    ],
    rest: String.raw`(?:\s{1,2}\d{1,2})?\s{1,2}${PASSWORD}(?:\s{1,2}(?:r[ow]|address\s{1,2}[\d.]{7,15})\b)?${LINE_END}`,
    verify: isPassword,
    match: [
      'enable secret Xk9mQ2vL7pR\nline vty 0 4',
      'crypto isakmp key s3cr3tPw9x address 10.0.0.1',
      'snmp-server community Zk39xQmm RO',
      'wpa-psk ascii 0 Xk9mQ2vL7pR',
      'msf6 > set SMBPass Xk9mQ2vL7pR\nSMBPass => 1',
    ],
    noMatch: [
      'snmp-server community public RO',
      'enable secret <secret1>',
      'enable password protection2 for all users',
      'enable secret password1',
      'set password policy2 first',
    ],
  },
  {
    id: 'SE-1172',
    score: 0.85,
    starts: ['username '],
    rest: String.raw`(?!and\b|or\b)[\w.@-]{1,64}(?:\s{1,2}privilege\s{1,2}\d{1,2})?\s{1,2}(?:password|secret)(?:\s{1,2}\d{1,2})?\s{1,2}${PASSWORD}${LINE_END}`,
    verify: isPassword,
    match: [
      'username admin privilege 15 secret 0 Xk9mQ2vL7pR\n!',
      'username anna password s3cr3tPw9x\n!',
      'username anna secret 5 \x24 \nusername bo password 0 Zk39xQmm',
    ],
    noMatch: [
      'username and password Version2',
      'username admin password 0 password1',
      'username admin secret <secret1>',
    ],
  },
  {
    id: 'SE-1173',
    score: 0.85,
    exact: true,
    starts: ['schtasks', 'cmdkey', 'runas', 'wmic'],
    rest: String.raw`(?:\s{1,3}/\w{1,10}(?::[^\s]{1,60}|\s{1,3}(?:"[^"\n]{1,80}"|[^\s/"][^\s]{0,80}))?){0,8}\s{1,3}/(?:rp|pass)[\s:]${PASSWORD}`,
    verify: isPassword,
    match: [
      'schtasks /create /tn x /ru anna /rp Xk9mQ2vL7pR',
      'cmdkey /add:server /user:anna /pass:s3cr3tPw9x',
      'schtasks /change /tn "a b" /rp "Zk39xQmm"',
    ],
    noMatch: [
      'schtasks /create /tn x /ru anna /rp *',
      'schtasks /create /tn x /rp %PASS1%',
      'cmdkey /list:server1',
    ],
  },
  {
    id: 'SE-1174',
    score: 0.85,
    exact: true,
    starts: ['send "', "send '", 'send -- "', 'encrypt_string "', "encrypt_string '", 'qpdf --encrypt '],
    rest: String.raw`["']?([^"'\s\\]{6,128})(?:\\[rn]["']|(?<=encrypt_string ["'][^"'\s\\]{6,128})["']|(?<=--encrypt ["']?[^"'\s\\]{6,128})["']?\s)`,
    verify: isStrongPassword,
    match: [
      'expect "assword:"\nsend "Xk9mQ2vL7pR\\r"',
      "ansible-vault encrypt_string 's3cr3tPw9x' --name db",
      'qpdf --encrypt Xk9mPq2w owner 256 -- a.pdf b.pdf',
    ],
    noMatch: [
      'send "\x24PASS1\\r"',
      'send "password1\\r"',
      'send "vlan1234\\r"',
      'qpdf --encrypt "" "" 256 -- a.pdf b.pdf',
    ],
  },
  {
    id: 'SE-1175',
    score: 0.85,
    exact: true,
    starts: [
      ...['configure set aws_session_token', 'vault login', 'mc alias set', 'wandb login', 'cargo login'],
      ...['ngrok config add-authtoken', 'ngrok authtoken', 'snyk auth'],
    ],
    rest: String.raw`(?:\s{1,3}--?[a-z][\w-]{0,20}(?:=[^\s]{1,80})?){0,3}(?:\s{1,3}[\w-]{1,40}\s{1,3}https?://[^\s]{1,100}\s{1,3}["']?[\w+/=-]{3,128}["']?)?\s{1,3}["']?([\w+/=.-]{8,2000})["']?(?=\s|$)`,
    verify: (value) => isRandom(value, 3),
    match: [
      `aws configure set aws_session_token ${mixed(80)}`,
      `vault login ${mixed(26)}`,
      `mc alias set minio http://h:9000 anna ${mixed(20)}`,
    ],
    noMatch: [
      'aws configure set aws_session_token "\x24AWS_TOKEN_1"',
      'vault login userpass-auth1',
      'mc alias set minio http://h:9000 ACCESS_KEY SECRET_KEY',
    ],
  },
  {
    id: 'SE-1176',
    score: 0.85,
    starts: [':5432:', ':5433:', ':6432:', ':*:'],
    lead: String.raw`(?:^|[\s"'\x60])[\w.*-]{1,100}`,
    rest: String.raw`[\w*-]{1,63}:[\w.@-]{1,63}:${PASSWORD}`,
    verify: isPassword,
    match: [
      'db.internal:5432:shop:app:Xk9mQ2vL7pR',
      'echo "*:*:*:app:s3cr3tPw9x" > ~/.pgpass',
      'localhost:5432:*:postgres:Zk39xQmm',
    ],
    noMatch: [
      'db.internal:5432:shop:app:password',
      '127.0.0.1:5432:5432',
      'hostname:5432:database:username:password1',
    ],
  },
  {
    // Behind a prompt or alone in its line: mail servers are told how, and prose shouts.
    id: 'SE-1230',
    score: 0.85,
    exact: true,
    starts: ['AUTH '],
    lead: String.raw`(?:^|[\n>"'\x60]\s{0,3})`,
    rest: String.raw`(?:[\w.@-]{1,64}\s{1,2})?(?=[^\s]{0,126}[a-z])${PASSWORD.replace('{6,', '{8,')}${LINE_END}`,
    verify: isPassword,
    match: [
      '127.0.0.1:6379> AUTH Xk9mQ2vL7pR',
      '> AUTH default s3cr3tPw9x\n+OK',
      'cache:6379> AUTH "Zk39xQmm"\nOK',
    ],
    noMatch: ['AUTH PLAIN LOGIN CRAM-MD5', 'AUTH XOAUTH2', 'AUTH is for Version2b', 'AUTH \x24REDIS_PASS1'],
  },
  {
    id: 'SE-1231',
    score: 0.85,
    exact: true,
    starts: ['smbclient '],
    rest: String.raw`["']?(?:/{2}|\\{2,4})[\w.-]{1,64}[\\/]{1,2}[\w.$-]{1,64}["']?\s{1,3}(?!-)${PASSWORD}["']?(?=\s|$)`,
    verify: isPassword,
    match: [
      'smbclient //files/share Xk9mQ2vL7pR -U anna',
      "smbclient '\\\\files\\share' s3cr3tPw9x",
      'smbclient //10.0.0.4/C\x24 Zk39xQmm -c ls',
    ],
    noMatch: [
      'smbclient //files/share2 -U anna',
      'smbclient //files/share "\x24SMB_PASS1"',
      'smbclient -L //files1',
    ],
  },
  {
    id: 'SE-1232',
    score: 0.85,
    exact: true,
    starts: ['kadmin'],
    rest: String.raw`${OPTIONS}\s{1,4}-w\s{1,3}${PASSWORD}`,
    verify: isPassword,
    match: [
      'kadmin -p admin/admin -w Xk9mQ2vL7pR -q listprincs',
      "kadmin -w 's3cr3tPw9x'",
      'kadmin -r CORP.DEV -p anna/admin -w Zk39xQmm',
    ],
    noMatch: [
      'kadmin -p admin/admin -q listprincs2',
      'kadmin -w "\x24KRB_PASS1"',
      'kadmin -k -t /etc/krb5.keytab',
    ],
  },
  {
    id: 'SE-1233',
    score: 0.85,
    exact: true,
    starts: ['isql ', 'iusql '],
    rest: String.raw`(?:-v\s{1,3})?[\w.][\w.-]{0,63}\s{1,3}[\w.@\\][\w.@\\-]{0,63}\s{1,3}(?!-)${PASSWORD}["']?(?=\s{0,3}(?:$|[\n|;&<\x60-]))`,
    verify: isPassword,
    match: [
      'isql MyDSN sa Xk9mQ2vL7pR -b',
      "isql -v shop app 's3cr3tPw9x'",
      'iusql shop app Zk39xQmm -b',
    ],
    noMatch: ['isql MyDSN sa -b', 'isql -v MyDSN app "\x24PASS1"', 'isql is a tool of unixODBC2 that'],
  },
  {
    id: 'SE-1234',
    score: 0.85,
    exact: true,
    starts: ['consul kv put', 'etcdctl put', 'etcdctl set', 'redis-cli'],
    rest: String.raw`(?:(?<=redis-cli)${OPTIONS}\s{1,4}(?:set|SET)|(?<!redis-cli)(?:\s{1,3}-[\w=-]{1,40}){0,4})\s{1,3}["']?[\w./:-]{0,120}(?:pass(?:word|wd|phrase|code)?|pwd|pw|secret|token|(?:api|access|secret|private|encryption|signing)[_-]?key|credentials?)["']?\s{1,3}(?!-)${PASSWORD}`,
    verify: isPassword,
    match: [
      'consul kv put app/db/password Xk9mQ2vL7pR',
      "etcdctl put /app/db_password 's3cr3tPw9x'",
      'redis-cli -h cache SET app:api_key Zk39xQmm',
    ],
    noMatch: [
      'consul kv put app/token/ttl 3600s',
      'consul kv put app/password "\x24DB_PASS1"',
      'etcdctl put /app/version v1.22.3',
      'consul kv put app/password password1',
    ],
  },
  {
    id: 'SE-1241',
    score: 0.85,
    exact: true,
    starts: ['gh secret set', 'glab variable set'],
    rest: String.raw`\s{1,3}\w{1,64}(?:\s{1,3}--?[A-Za-z-]{1,20}[\s=][^\s-][^\s]{0,63}){0,3}\s{1,3}(?:--body|-b|--value|-v)[\s=]${PASSWORD}`,
    verify: isPassword,
    match: [
      `gh secret set API_KEY --body ${mixed(24)}`,
      "gh secret set DB -R corp/app -b 's3cr3tPw9x'",
      'glab variable set TOKEN --value Zk39xQmm',
    ],
    noMatch: [
      'gh secret set API_KEY --body "\x24API_KEY1"',
      'gh secret set API_KEY2 < key1.txt',
      'gh secret set API_KEY -b password1',
    ],
  },
];
