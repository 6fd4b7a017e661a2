{{- define "portcullis.name" -}}
{{- regexReplaceAll "-+$" (default .Chart.Name .Values.nameOverride | trunc 40) "" -}}
{{- end -}}

{{/* At most 40 characters, so that every name made from it fits into 63; a Service's has no dots, and a release's may have some. */}}
{{- define "portcullis.fullname" -}}
{{- $name := printf "%s-%s" .Release.Name (include "portcullis.name" .) -}}
{{- if .Values.fullnameOverride -}}
{{- $name = .Values.fullnameOverride -}}
{{- else if contains (include "portcullis.name" .) .Release.Name -}}
{{- $name = .Release.Name -}}
{{- end -}}
{{- regexReplaceAll "-+$" ($name | replace "." "-" | trunc 40) "" -}}
{{- end -}}

{{- define "portcullis.selectorLabels" -}}
app.kubernetes.io/name: {{ include "portcullis.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "portcullis.labels" -}}
{{ include "portcullis.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- if not (hasKey .Values.commonLabels "app.kubernetes.io/part-of") }}
app.kubernetes.io/part-of: portcullis
{{- end }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- /* What the chart says and selects by is said once. */ -}}
{{- with omit .Values.commonLabels "app.kubernetes.io/name" "app.kubernetes.io/instance" "app.kubernetes.io/version" "app.kubernetes.io/managed-by" "app.kubernetes.io/component" "helm.sh/chart" }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* metadata of an object: dict root, name, and optionally component, labels, annotations */}}
{{- define "portcullis.metadata" -}}
name: {{ .name }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "portcullis.labels" .root | nindent 2 }}
  {{- with .component }}
  app.kubernetes.io/component: {{ . }}
  {{- end }}
  {{- with .labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with merge (dict) (.annotations | default dict) .root.Values.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* What every Service says of IPv4 and IPv6; nothing leaves it to the cluster. */}}
{{- define "portcullis.ipFamilies" -}}
{{- with .Values.ipFamilyPolicy }}
ipFamilyPolicy: {{ . }}
{{- end }}
{{- with .Values.ipFamilies }}
ipFamilies: {{ toJson . }}
{{- end }}
{{- end -}}

{{/* Labels that select the pods of a component: dict root, component */}}
{{- define "portcullis.podSelector" -}}
{{ include "portcullis.selectorLabels" .root }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* dict root, image */}}
{{- define "portcullis.image" -}}
{{- $registry := .root.Values.global.imageRegistry | default .image.registry -}}
{{- $tag := .image.tag | default .root.Chart.AppVersion -}}
{{- with $registry }}{{ trimSuffix "/" . }}/{{ end -}}
{{- .image.repository }}:{{ $tag }}
{{- with .image.digest }}@{{ . }}{{ end -}}
{{- end -}}

{{- define "portcullis.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default (include "portcullis.fullname" .) -}}
{{- else -}}
{{- .Values.serviceAccount.name | default "default" -}}
{{- end -}}
{{- end -}}

{{/* Decisions that several templates share; each is "true" or empty. */}}
{{- define "portcullis.isPostgres" -}}
{{- if .Values.postgresql.existingSecret.name }}true{{ end -}}
{{- end -}}

{{/* Whether Envoy and the processor share a pod, and so a Unix socket. */}}
{{- define "portcullis.usesSocket" -}}
{{- if or (eq .Values.mode "sidecar") (and (eq .Values.mode "ingress") (not .Values.envoy.separate)) (and (eq .Values.mode "envoyGateway") (eq .Values.envoyGateway.placement "sidecar")) }}true{{ end -}}
{{- end -}}

{{/* Whether the chart runs the processor in pods of its own. */}}
{{- define "portcullis.hasGateway" -}}
{{- if or (eq .Values.mode "ingress") (not (include "portcullis.usesSocket" .)) }}true{{ end -}}
{{- end -}}

{{/* Whether the pods of the gateway have an Envoy in them. */}}
{{- define "portcullis.hasEnvoyInPod" -}}
{{- if and (eq .Values.mode "ingress") (not .Values.envoy.separate) }}true{{ end -}}
{{- end -}}

{{- define "portcullis.hasSeparateEnvoy" -}}
{{- if and (eq .Values.mode "ingress") .Values.envoy.separate }}true{{ end -}}
{{- end -}}

{{- define "portcullis.hasDashboard" -}}
{{- if and .Values.dashboard.enabled (or (include "portcullis.hasGateway" .) (include "portcullis.isPostgres" .)) }}true{{ end -}}
{{- end -}}

{{/* With SQLite the dashboard is a part of the gateway's pod, which has the file. */}}
{{- define "portcullis.hasSeparateDashboard" -}}
{{- if include "portcullis.hasDashboard" . -}}
{{- if kindIs "bool" .Values.dashboard.separate -}}
{{- if or .Values.dashboard.separate (not (include "portcullis.hasGateway" .)) }}true{{ end -}}
{{- else if include "portcullis.isPostgres" . }}true{{ end -}}
{{- end -}}
{{- end -}}

{{- define "portcullis.hasClaim" -}}
{{- if and .Values.persistence.enabled (include "portcullis.hasGateway" .) (not (include "portcullis.isPostgres" .)) }}true{{ end -}}
{{- end -}}

{{- define "portcullis.usesMtls" -}}
{{- if .Values.mtls.enabled }}true{{ end -}}
{{- end -}}

{{- define "portcullis.serverSecret" -}}
{{- if .Values.mtls.certManager.enabled }}{{ include "portcullis.fullname" . }}-processor-tls{{ else }}{{ .Values.mtls.serverSecret }}{{ end -}}
{{- end -}}

{{- define "portcullis.clientSecret" -}}
{{- if .Values.mtls.certManager.enabled }}{{ include "portcullis.fullname" . }}-envoy-tls{{ else }}{{ .Values.mtls.clientSecret }}{{ end -}}
{{- end -}}

{{- define "portcullis.initialKeySecret" -}}
{{- .Values.initialKey.existingSecret | default (printf "%s-initial-key" (include "portcullis.fullname" .)) -}}
{{- end -}}

{{/* Another name where it becomes headless by a value: no Service can be changed so. */}}
{{- define "portcullis.processor.serviceName" -}}
{{ include "portcullis.fullname" . }}-processor{{ if and (eq .Values.mode "envoyGateway") (include "portcullis.usesMtls" .) }}-tls{{ end }}
{{- end -}}

{{- define "portcullis.processor.host" -}}
{{ include "portcullis.processor.serviceName" . }}.{{ .Release.Namespace }}.svc.{{ .Values.clusterDomain }}
{{- end -}}

{{/* How callers inside the cluster reach the gateway, without a path. */}}
{{- define "portcullis.proxyUrl" -}}
{{- if eq .Values.mode "ingress" -}}
http://{{ include "portcullis.fullname" . }}.{{ .Release.Namespace }}.svc.{{ .Values.clusterDomain }}{{ if ne (int .Values.service.port) 80 }}:{{ .Values.service.port }}{{ end }}
{{- else if eq .Values.mode "sidecar" -}}
http://127.0.0.1:{{ .Values.sidecar.port }}
{{- end -}}
{{- end -}}

{{/*
How people reach the dashboard: as the values say, or by the host of its Ingress where that has a certificate. Elsewhere nobody here knows
whether TLS ends in front of it, and whoever asks by another scheme than the one that is said cannot sign in.
*/}}
{{- define "portcullis.dashboardUrl" -}}
{{- $d := .Values.dashboard -}}
{{- if $d.publicUrl -}}
{{ $d.publicUrl }}
{{- else if and $d.ingress.enabled $d.ingress.tlsSecret $d.ingress.host (not (contains "*" $d.ingress.host)) -}}
https://{{ $d.ingress.host }}
{{- end -}}
{{- end -}}

{{/* Milliseconds of `config.shutdown`, as seconds, rounded up: dict root, key, default */}}
{{- define "portcullis.shutdownSeconds" -}}
{{- $shutdown := .root.Values.config.shutdown | default dict -}}
{{- div (add (int (get $shutdown .key | default .default)) 999) 1000 -}}
{{- end -}}

{{/* Envoy lets requests end, then the gateway does, and some seconds for what is left. */}}
{{- define "portcullis.drainSeconds" -}}
{{- add (include "portcullis.shutdownSeconds" (dict "root" . "key" "graceMs" "default" 300000)) (include "portcullis.shutdownSeconds" (dict "root" . "key" "drainMs" "default" 5000)) 15 -}}
{{- end -}}

{{/* XOR of two numbers of 32 bits, since templates have none: list a b */}}
{{- define "portcullis.xor" -}}
{{- $a := int64 (index . 0) -}}{{- $b := int64 (index . 1) -}}{{- $sum := int64 0 -}}{{- $bit := int64 1 -}}
{{- range until 32 -}}
{{- if ne (mod $a 2) (mod $b 2) }}{{ $sum = add $sum $bit }}{{ end -}}
{{- $a = div $a 2 }}{{ $b = div $b 2 }}{{ $bit = mul $bit 2 -}}
{{- end -}}
{{- $sum -}}
{{- end -}}

{{/* The six characters at the end of a gateway key: CRC-32 in base 62, as the gateway checks it. */}}
{{- define "portcullis.keyChecksum" -}}
{{- $text := . -}}
{{- $crc := int64 4294967295 -}}
{{- range $index := until (len $text) -}}
{{- $crc = int64 (include "portcullis.xor" (list $crc (index $text $index))) -}}
{{- range until 8 -}}
{{- $isOdd := eq (mod $crc 2) 1 -}}
{{- $crc = div $crc 2 -}}
{{- if $isOdd }}{{ $crc = int64 (include "portcullis.xor" (list $crc 3988292384)) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- $rest := sub 4294967295 $crc -}}
{{- $digits := "" -}}
{{- range until 6 -}}
{{- $digit := int (mod $rest 62) -}}
{{- $digits = print (substr $digit (add1 $digit | int) "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") $digits -}}
{{- $rest = div $rest 62 -}}
{{- end -}}
{{- $digits -}}
{{- end -}}
